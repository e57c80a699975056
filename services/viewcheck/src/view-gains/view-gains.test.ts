import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { planOf } from '@svc/chassis/testing/query-plan';
import { localDay } from '@svc/chassis/time/calendar';
import { type GetViewGainsRequest, ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import * as fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { newViewLog, startViewcheck, type TestDeal, type ViewcheckService } from '../testing/viewcheck-service.js';
import { unpackIds } from '../view-logs/deal-directory.js';
import { readWeeks, WEEKS_MAX } from './read-weeks.js';
import { listGains } from './view-gains-repo.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck?.stop());

interface Asked extends Partial<GetViewGainsRequest> {
  readonly role?: keyof TestDeal['users'];
  readonly timeZone?: string;
}

/** The user's view gains: by week, and by deal id. */
async function gainsOf({ users }: TestDeal, { role = 'owner', timeZone = 'UTC', ...asked }: Asked) {
  const user = users[role];
  const there = { ...user, preferences: { ...user.preferences, timeZone } };
  const answer = await viewcheck.as(there, ViewLogService).getViewGains({ scope: '', ...asked });
  const deals = unpackIds(answer.dealIds).map((dealId, place) => [dealId, answer.viewsGained[place]]);
  return { firstDay: answer.firstDay, weeks: answer.weeks, deals };
}

/** Records view logs at the given times. */
async function record(deal: TestDeal, viewLogs: Readonly<Record<string, number>>) {
  for (const [checkedAt, value] of Object.entries(viewLogs)) {
    await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { checkedAt, value }));
  }
}

const MARCH = { from: '2026-03-04', to: '2026-03-22' };

test('without view logs every week has a gain of zero, by default for the last twelve', async () => {
  const deal = viewcheck.createDeal();

  const { firstDay, weeks, deals } = await gainsOf(deal, {});

  expect(weeks).toEqual(Array.from({ length: 12 }, () => 0));
  expect(deals).toEqual([]);
  expect(firstDay < localDay(new Date(), 'UTC')).toBe(true);
});

test('a week has the difference of its newest view log to the previous one, and a deal the gains of its videos', async () => {
  const deal = viewcheck.createDeal();
  const other = viewcheck.addVideo(deal);
  await record(deal, {
    '2026-02-20T12:00:00Z': 100,
    '2026-03-03T08:00:00Z': 150,
    '2026-03-03T20:00:00Z': 180,
    '2026-03-17T08:00:00Z': 500,
    '2026-03-23T08:00:00Z': 900,
  });
  await record(other, { '2026-03-10': 1_000 });

  expect(await gainsOf(deal, MARCH)).toEqual({
    firstDay: '2026-03-02',
    weeks: [80, 1_000, 320],
    deals: [[deal.dealId, 1_400]],
  });
});

test('a correction downward reduces its week, and later view logs restore the rest', async () => {
  const deal = viewcheck.createDeal();
  await record(deal, { '2026-03-03': 500, '2026-03-10': 300, '2026-03-17': 600 });

  expect((await gainsOf(deal, MARCH)).weeks).toEqual([500, -200, 300]);
});

test("weeks begin on Monday in the caller's time zone, also when the clocks change", async () => {
  const deal = viewcheck.createDeal();
  await record(deal, { '2026-03-29T21:59:59Z': 1, '2026-03-29T22:00:00Z': 3, '2026-03-30T03:59:59Z': 7 });
  const around = { from: '2026-03-29', to: '2026-03-30' };

  expect(await gainsOf(deal, { ...around, timeZone: 'Europe/Berlin' })).toMatchObject({ weeks: [1, 6] });
  expect(await gainsOf(deal, { ...around, timeZone: 'UTC' })).toMatchObject({ weeks: [3, 4] });
  expect(await gainsOf(deal, { ...around, timeZone: 'America/New_York' })).toMatchObject({ weeks: [7, 0] });
});

test('shared deals are included only on request, and strangers see nothing', async () => {
  const deal = viewcheck.createDeal();
  await record(deal, { '2026-03-03': 5 });
  const shared = { ...MARCH, scope: 'mine-and-shared' };

  expect((await gainsOf(deal, { ...MARCH, role: 'team-member' })).deals).toEqual([]);
  expect((await gainsOf(deal, { ...shared, role: 'team-member' })).deals).toEqual([[deal.dealId, 5]]);
  expect((await gainsOf(deal, shared)).deals).toEqual([[deal.dealId, 5]]);
  expect((await gainsOf(deal, { ...shared, role: 'stranger' })).deals).toEqual([]);
});

describe('an invalid range of weeks', () => {
  test.each([
    ['the end before the beginning', { from: '2026-03-10', to: '2026-03-09' }, 'to'],
    ['too many', { from: '2025-01-01', to: '2026-03-09' }, 'from'],
    ['no day', { from: '2026-02-30' }, 'from'],
    ['an instant', { to: '2026-03-01T10:00:00Z' }, 'to'],
    ['far ahead', { from: '2999-01-01', to: '2999-01-02' }, 'to'],
    ['another scope', { scope: 'theirs' }, 'scope'],
  ])('%s is refused with the path of its field', async (_what, asked, path) => {
    const refusal = { kind: 'invalid_input', details: [expect.objectContaining({ path })] };

    await expect(gainsOf(viewcheck.createDeal(), asked)).rejects.toMatchObject(refusal);
  });

  test('53 weeks are accepted, 54 are not', () => {
    const now = new Date('2026-12-31T12:00:00Z');

    expect(WEEKS_MAX).toBe(53);
    expect(readWeeks({ from: '2025-12-29', to: '2027-01-03' }, 'UTC', now).bounds).toHaveLength(54);
    expect(() => readWeeks({ from: '2025-12-28', to: '2027-01-03' }, 'UTC', now)).toThrow('54 weeks');
  });
});

test('the gains of all weeks add up to the newest view logs minus the previous ones, with any view logs and time zones', async () => {
  const START = Date.parse('2026-01-05T00:00:00Z');
  const viewLogs = fc.array(
    fc.record({ video: fc.nat(2), hour: fc.integer({ min: -400, max: 900 }), value: fc.nat(1_000_000) }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(viewLogs, fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'), async (all, timeZone) => {
      const [ownerId, dealId] = [newId(), newId()];
      const videoIds = [newId(), newId(), newId()];
      const rows = all.map(({ video, hour, value }) => ({
        id: newId(),
        videoId: videoIds[video],
        checkedAt: new Date(START + hour * 3_600_000),
        value,
      }));
      await viewcheck.pool.query(
        `insert into viewcheck.view_logs
                (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
         select r.id, $1, $2, r."videoId", r.value, r."checkedAt", $1, 'Ann', 'dashboard'
           from jsonb_to_recordset($3::jsonb) as r (id uuid, "videoId" uuid, value bigint, "checkedAt" timestamptz)`,
        [ownerId, dealId, JSON.stringify(rows)],
      );
      const { bounds } = readWeeks({ from: '2026-01-05', to: '2026-02-01' }, timeZone, new Date(START));
      const newestBefore = (videoId: string, end = new Date(0)): number =>
        rows
          .filter((row) => row.videoId === videoId && row.checkedAt < end)
          .toSorted((one, other) => +one.checkedAt - +other.checkedAt || (one.id < other.id ? -1 : 1))
          .at(-1)?.value ?? 0;

      const gains = await listGains(viewcheck.pool, ownerId, [], bounds, 10);

      const ofWeeks = gains.filter(({ week }) => week !== null);
      const ofDeals = gains.filter(({ week }) => week === null);
      const expected = videoIds
        .map((videoId) => newestBefore(videoId, bounds.at(-1)) - newestBefore(videoId, bounds[0]))
        .reduce((sum, gained) => sum + gained, 0);
      const sum = (list: typeof gains) => list.reduce((total, { gained }) => total + gained, 0);
      expect([sum(ofWeeks), sum(ofDeals)]).toEqual([expected, expected]);
    }),
    { numRuns: 40 },
  );
});

test('gains are read through indexes, also for shared deals', async () => {
  await viewcheck.pool.query(
    `insert into viewcheck.view_logs
            (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
     select gen_random_uuid(), md5('owner' || n % 100)::uuid, md5('deal' || n % 1000)::uuid, md5('video' || n % 2000)::uuid,
            n, now() - n * interval '10 minutes', md5('owner' || n % 100)::uuid, 'Ann', 'dashboard'
       from generate_series(1, 20000) as n`,
  );
  await viewcheck.pool.query('vacuum analyze viewcheck.view_logs');
  const { bounds } = readWeeks({}, 'UTC', new Date());

  const plan = await planOf(viewcheck.pool, (db) => listGains(db, newId(), [newId(), newId()], bounds, 10));

  expect(plan).toMatch(/view_logs_of_owner/);
  expect(plan).toMatch(/view_logs_of_deal/);
  expect(plan).toMatch(/Index Only Scan Backward using view_logs_of_owner_by_video/);
  expect(plan).not.toMatch(/Seq Scan/);
});
