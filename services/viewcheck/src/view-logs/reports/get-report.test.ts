import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import {
  AWAY,
  newViewLog,
  startViewcheck,
  type TestDeal,
  type ViewcheckService,
} from '../../testing/viewcheck-service.js';
import { REPORT_ROWS_MAX } from './get-report.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck?.stop());

const LISTED = { pageSize: 200, skip: 0, scope: 'mine-and-shared', viewLogIds: [] };

async function record(deal: TestDeal, value: number, checkedAt: string): Promise<void> {
  await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { value, checkedAt }));
}

function templateOf(body: string): string {
  const templateId = newId();
  viewcheck.templates.set(templateId, body);
  return templateId;
}

describe('a report without a template', () => {
  test('is the copy text of the same days of only that deal, in the time zone of the reader', async () => {
    const deal = viewcheck.createDeal();
    const other = { ...viewcheck.createDeal({ dealName: 'Other' }), users: deal.users };
    const owner = { ...deal.users.owner, preferences: { ...testUser().preferences, timeZone: 'Pacific/Auckland' } };
    // January 2 in Auckland begins at 11:00 UTC on January 1.
    await record(deal, 1, '2026-01-01T10:59:59Z');
    await record(deal, 2, '2026-01-01T11:00:00Z');
    await record(viewcheck.addVideo(deal), 3, '2026-01-02T10:59:59Z');
    await record(deal, 4, '2026-01-02T11:00:00Z');
    await record(viewcheck.createDeal(), 5, '2026-01-01T12:00:00Z');
    const days = { from: '2026-01-02', to: '2026-01-02' };

    const report = await viewcheck.logs(owner).getReport({ dealId: deal.dealId, ...days });

    const { copyText } = await viewcheck.logs(owner).listViewLogs({ ...LISTED, dealId: deal.dealId, ...days });
    const rows = [
      { value: 3, checkedAt: new Date('2026-01-02T10:59:59Z') },
      { value: 2, checkedAt: new Date('2026-01-01T11:00:00Z') },
    ];
    expect(report).toMatchObject({ text: copyText, rows, totalSize: 2, unknownPlaceholders: [], degraded: [] });
    expect(report.text).toMatch(/^Spring launch \[SAVE20\]\n.* - 3 views .*\n.* - 2 views \(2026-01-02\)$/);
    await expect(viewcheck.logs(owner).getReport({ dealId: other.dealId })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  test('is empty without view logs', async () => {
    const { dealId, users } = viewcheck.createDeal();

    expect(await viewcheck.logs(users.owner).getReport({ dealId })).toMatchObject({ text: '', rows: [], totalSize: 0 });
  });

  test('has the latest 200 view logs, and the total', async () => {
    const deal = viewcheck.createDeal();
    await viewcheck.pool.query(
      `insert into viewcheck.view_logs
              (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
       select gen_random_uuid(), $1, $2, $3, n, timestamptz '2026-01-01' + n * interval '1 minute', $1, 'Ann', 'dashboard'
         from generate_series(1, 201) as n`,
      [deal.users.owner.userId, deal.dealId, deal.videoId],
    );

    const { text, rows, totalSize } = await viewcheck.logs(deal.users.owner).getReport({ dealId: deal.dealId });

    expect(REPORT_ROWS_MAX).toBe(200);
    expect([rows.length, totalSize]).toEqual([200, 201]);
    expect(text).toContain(' - 201 views ');
    expect(text).toContain(' - 2 views ');
    expect(text).not.toContain(' - 1 views ');
  });

  test('omits proofs while screenshots are unavailable, and is marked degraded', async () => {
    const deal = viewcheck.createDeal();
    const { owner } = deal.users;
    const screenshotId = newId();
    const answer = { grade: 'uploaded', showsAnotherPage: false };
    viewcheck.screenshots.known.set(screenshotId, { ownerId: owner.userId, videoId: deal.videoId, answer });
    await viewcheck.logs(owner).addViewLog(newViewLog(deal, { screenshotId }));
    const whole = await viewcheck.logs(owner).getReport({ dealId: deal.dealId });

    viewcheck.screenshots.failure = AWAY;
    const report = await viewcheck.logs(owner).getReport({ dealId: deal.dealId });
    viewcheck.screenshots.failure = null;

    expect(whole).toMatchObject({ text: expect.stringContaining(' proof: https://s.example/p'), degraded: [] });
    expect(report).toMatchObject({ text: expect.not.stringContaining('proof'), degraded: ['screenshots'] });
  });
});

describe('a report with a template', () => {
  test('fills it, and lists unknown placeholders', async () => {
    const deal = viewcheck.createDeal({ dealName: 'Launch of {views}' });
    await record(deal, 12_345, '2026-01-01');
    const templateId = templateOf('Hi {contact} ({name}): {deal}, {code}\n\n{views}');
    const { owner } = deal.users;

    const { text, unknownPlaceholders } = await viewcheck.logs(owner).getReport({ dealId: deal.dealId, templateId });

    expect(text.split('\n')).toEqual([
      'Hi Ann ({name}): Launch of {views}, SAVE20',
      '',
      'Launch of {views} [SAVE20]',
      'https://www.youtube.com/watch?v=abc123XYZ_0 - 12,345 views (2026-01-01)',
    ]);
    expect(unknownPlaceholders).toEqual(['{name}']);
  });

  test('leaves placeholders of missing values empty', async () => {
    const { dealId, users } = viewcheck.createDeal({ promoCode: null });
    const templateId = templateOf('[{code}{views}]');

    expect(await viewcheck.logs(users.owner).getReport({ dealId, templateId })).toMatchObject({ text: '[]' });
  });

  test('is refused if the template is unknown', async () => {
    const { dealId, users } = viewcheck.createDeal();

    await expect(viewcheck.logs(users.owner).getReport({ dealId, templateId: newId() })).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('message template'),
    });
  });
});

test.each(['owner', 'team-owner', 'team-admin', 'team-member'] as const)(
  'the %s of a deal gets its report',
  async (role) => {
    const deal = viewcheck.createDeal();
    await record(deal, 7, '2026-01-01');

    const report = await viewcheck.logs(deal.users[role]).getReport({ dealId: deal.dealId });

    expect(report).toMatchObject({ rows: [{ value: 7 }], text: expect.stringContaining(' - 7 views ') });
  },
);

test('strangers get no report', async () => {
  const { dealId, users } = viewcheck.createDeal();

  await expect(viewcheck.logs(users.stranger).getReport({ dealId })).rejects.toMatchObject({ kind: 'not_found' });
});

test.each([
  [{ from: 'yesterday' }, 'from'],
  [{ to: '2026-02-30' }, 'to'],
  [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
])('the range %j is refused with the path of its field', async (range, path) => {
  const { dealId, users } = viewcheck.createDeal();

  await expect(viewcheck.logs(users.owner).getReport({ dealId, ...range })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path }],
  });
});
