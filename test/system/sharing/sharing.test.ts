import { describe, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import {
  daysAgo,
  type Deal,
  type ErrorAnswer,
  type ImportAnswer,
  type List,
  readWhole,
  videoUrl,
  type ViewLog,
} from '../answers.ts';
import { joinTeam } from './joining.ts';

const stack = await sharedStack();

async function teamOf(owner: Session, ...members: Session[]): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
  for (const member of members) await joinTeam(owner, team.id, member, 'member');
  return team.id;
}

async function createDeal(owner: Session, fields: object = {}): Promise<Deal> {
  return (await owner.post<Deal>('/api/deals', { name: 'Spring launch', price: 900, ...fields })).body;
}

const share = (owner: Session, teamId: string, entityType: string, entityId: string) =>
  owner.post<{ id: string; created: boolean }>(`/api/teams/${teamId}/share`, { entityType, entityId });

describe('access through a team ends with the next request', () => {
  test.each([
    [
      'when the reader leaves',
      (_owner: Session, member: Session, teamId: string) =>
        member.delete(`/api/teams/${teamId}/members/${member.userId}`),
    ],
    [
      'when the reader is removed',
      (owner: Session, member: Session, teamId: string) =>
        owner.delete(`/api/teams/${teamId}/members/${member.userId}`),
    ],
    [
      'when the team is deleted',
      (owner: Session, _member: Session, teamId: string) => owner.delete(`/api/teams/${teamId}`),
    ],
  ])('%s', async (_when, end) => {
    const [owner, member] = [await stack.signUp(), await stack.signUp()];
    const teamId = await teamOf(owner, member);
    const deal = await createDeal(owner);
    expect((await share(owner, teamId, 'deal', deal.id)).status).toBe(201);
    expect((await member.get(`/api/deals/${deal.id}`)).status).toBe(200);

    expect((await end(owner, member, teamId)).status).toBe(204);

    expect((await member.get(`/api/deals/${deal.id}`)).status).toBe(404);
    expect((await member.get<List<Deal>>('/api/deals?scope=mine-and-shared')).body.total).toBe(0);
  });

  test('when the sharing member leaves', async () => {
    const [owner, sharer, member] = [await stack.signUp(), await stack.signUp(), await stack.signUp()];
    const teamId = await teamOf(owner, sharer, member);
    const deal = await createDeal(sharer);
    await share(sharer, teamId, 'deal', deal.id);
    expect((await member.get(`/api/deals/${deal.id}`)).status).toBe(200);

    await sharer.delete(`/api/teams/${teamId}/members/${sharer.userId}`);

    expect((await member.get(`/api/deals/${deal.id}`)).status).toBe(404);
    expect((await sharer.get(`/api/deals/${deal.id}`)).status).toBe(200);
  });
});

test('sharing twice returns the same share, first with 201 and then with 200', async () => {
  const owner = await stack.signUp();
  const teamId = await teamOf(owner);
  const deal = await createDeal(owner);

  const [first, second] = [await share(owner, teamId, 'deal', deal.id), await share(owner, teamId, 'deal', deal.id)];

  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body.id).toBe(first.body.id);
});

async function sharedDeal(owner: Session, fields: object = {}) {
  const { body } = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(3),
    collections: [
      { name: 'Spring <b>launch</b>', promoCode: `P${owner.userId.slice(-6)}`, urls: [videoUrl(5)], price: 900 },
    ],
  });
  const { dealId, videos } = body.deals[0]!;
  await owner.post<ViewLog>(`/api/deals/${dealId}/views`, {
    videoId: videos[0]!.videoId,
    value: 12_345,
    note: '=cmd()',
  });
  const created = await owner.post<{ id: string; url: string }>('/api/shares/external', {
    entityType: 'deal',
    entityId: dealId,
    ...fields,
  });
  expect(created.status).toBe(201);
  return { dealId, ...created.body, token: new URL(created.body.url).pathname.split('/').at(-1)! };
}

describe('an external share', () => {
  test('opens for a visitor without an account, with view counts over time', async () => {
    const { token, url } = await sharedDeal(await stack.signUp());

    const look = await stack.anyone.get(`/api/public/shares/${token}`);
    const opened = await stack.anyone.post<{ fields: object; readings: object[]; viewingPass: string }>(
      `/api/public/shares/${token}/open`,
      {},
    );

    expect(url).toBe(`${stack.gatewayUrl}/s/${token}`);
    expect(look.body).toEqual({
      entityType: 'deal',
      title: 'Spring <b>launch</b>',
      requiresPassword: false,
      opened: false,
      state: 'open',
    });
    expect(opened.body.readings).toEqual([
      { videoUrl: videoUrl(5), value: 12_345, checkedAt: expect.any(String), screenshotId: null },
    ]);
    expect(opened.headers.get('set-cookie')).toMatch(/^svc_view_.*HttpOnly; SameSite=Lax$/);

    const headers = { 'x-viewing-pass': opened.body.viewingPass };
    const csv = await stack.anyone.get<string>(`/api/public/shares/${token}/readings.csv`, { headers });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.body).toMatch(/^url,views,checkedAt,day\r\nhttps:\/\/www\.youtube\.com\/watch\?v=00000000005,12345,/);
    expect((await stack.anyone.get(`/api/public/shares/${token}/readings.csv`)).status).toBe(401);
  });

  test('has a page that previews without counting a view and works without scripts', async () => {
    const owner = await stack.signUp();
    const { token, id } = await sharedDeal(owner, { password: 'open sesame', maxViews: 1 });
    // Browsers send this with a form on a page that has referrer policy no-referrer.
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const post = (password: string) =>
      fetch(`${stack.gatewayUrl}/s/${token}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ password }),
        redirect: 'manual',
      });

    const preview = await fetch(`${stack.gatewayUrl}/s/${token}`);
    const wrong = await post('open barley');
    const right = await post('open sesame');
    const again = await post('open sesame');
    const cookie = right.headers.get('set-cookie')!.split(';')[0]!;
    const look = () => fetch(`${stack.gatewayUrl}/s/${token}`, { headers: { cookie } });
    const [page] = await Promise.all([look(), look()].map(async (shown) => (await shown).text()));

    expect([preview.status, wrong.status, right.status, again.status]).toEqual([200, 401, 303, 410]);
    expect(preview.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    expect(preview.headers.get('referrer-policy')).toBe('no-referrer');
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('Spring &lt;b&gt;launch&lt;/b&gt;');
    expect(page).toContain('12,345');
    expect(page?.slice(page.indexOf('<body'))).not.toContain('900');
    const { body } = await owner.get<List<{ id: string; viewCount: number }>>('/api/shares/external');
    expect(body.items.find((item) => item.id === id)?.viewCount).toBe(1);
  });

  test("shows clicks of the deal's short links when that field is chosen", async () => {
    const owner = await stack.signUp();
    const { dealId, token } = await sharedDeal(owner, { visibleFields: ['name', 'linkClicks'] });
    const { body: link } = await owner.post<{ shortUrl: string }>('/api/shorten', {
      url: 'https://example.com/',
      dealId,
    });

    const { body } = await readWhole(() => stack.anyone.post<object>(`/api/public/shares/${token}/open`, {}));

    expect(body).toMatchObject({ linkClicks: [{ shortUrl: link.shortUrl, clicks: 0 }] });
    expect(body).not.toHaveProperty('readings');
    expect(body).not.toHaveProperty('degraded');
  });

  test('answers 404 for an unknown token, and 410 with the reason for an ended share', async () => {
    const owner = await stack.signUp();
    const { token, id } = await sharedDeal(owner);
    await owner.put(`/api/shares/external/${id}`, { isActive: false });

    const unknown = await stack.anyone.get(`/api/public/shares/${'x'.repeat(43)}`);
    const off = await stack.anyone.get<ErrorAnswer>(`/api/public/shares/${token}`);

    expect(unknown.status).toBe(404);
    expect([off.status, off.body.error.code]).toEqual([410, 'SHARE_INACTIVE']);
    expect((await fetch(`${stack.gatewayUrl}/s/${'x'.repeat(43)}`)).status).toBe(404);
  });

  test.each([
    [{ maxViews: 0 }, 'maxViews'],
    [{ maxViews: 1_000_001 }, 'maxViews'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ password: 'short' }, 'password'],
    [{ visibleFields: ['ownerId'] }, 'visibleFields'],
    [{ visibleFields: { ownerId: false } }, 'visibleFields'],
    [{ visibleFields: Array.from({ length: 65 }, () => 'name') }, 'visibleFields'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ entityType: 'task' }, 'entityType'],
    [{ entityId: '1' }, 'entityId'],
    [{ colour: 'red' }, 'colour'],
  ])('with %j is refused, naming %s, before ownership is checked', async (fields, path) => {
    const other = await stack.signUp();
    const valid = { entityType: 'deal', entityId: '01900000-0000-7000-8000-000000000000' };

    const { status, body } = await other.post<ErrorAnswer>('/api/shares/external', { ...valid, ...fields });

    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'VALIDATION_ERROR', path]);
  });

  test('accepts the visible fields as a map too', async () => {
    const owner = await stack.signUp();
    const { token } = await sharedDeal(owner, { visibleFields: { price: true, name: false, readings: false } });

    const { body } = await stack.anyone.post<{ fields: object }>(`/api/public/shares/${token}/open`, {});

    expect(body).toMatchObject({ fields: { price: 900 } });
    expect(body).not.toHaveProperty('readings');
  });

  test.each([[[]], [{}], [{ promoCode: false }]])(
    'shows only the type of the record when no fields are visible: %j',
    async (visibleFields) => {
      const { token } = await sharedDeal(await stack.signUp(), { visibleFields });

      const { body } = await stack.anyone.post<object>(`/api/public/shares/${token}/open`, {});

      expect(body).toMatchObject({ entityType: 'deal', title: 'Deal', fields: {} });
      expect(body).not.toHaveProperty('videos');
      expect(body).not.toHaveProperty('readings');
    },
  );
});
