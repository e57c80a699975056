import { describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { Deal, ErrorAnswer, List } from '../answers.ts';
import { createLink, hostApi, type Link, newSlug, type Stats, teamOf, twoPixels, visit } from './short-link-visits.ts';

const stack = await sharedStack();

/** A time zone where the current date differs from UTC, and that date. */
function otherDay(): { timeZone: string; today: string } {
  const timeZone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  return { timeZone, today: new Intl.DateTimeFormat('en-CA', { timeZone }).format() };
}

test("a user's link opens on both hosts, and its clicks are counted by day in the user's time zone", async () => {
  const user = await stack.signUp();
  const { timeZone, today } = otherDay();
  await user.put('/api/settings', { timeZone });
  const slug = newSlug('Spring');
  const target = 'https://example.com/landing?x=1#top';

  const link = await createLink(user, { url: target, slug, title: 'Spring', campaign: 'launch', tags: ['a', 'b'] });
  const onHost = await visit(link.shortUrl, { referer: 'https://news.example.org/story' });
  const onMain = await visit(`${stack.gatewayUrl}/r/${slug.toLowerCase()}`);
  const byBot = await visit(link.shortUrl, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });

  expect(link).toMatchObject({ shortId: slug, shortUrl: `${stack.shortenerUrl}/${slug}`, url: target, clicks: 0 });
  for (const opened of [onHost, onMain, byBot]) expect([opened.status, opened.location]).toEqual([302, target]);
  const stats = await eventually(async () => {
    const { body } = await user.get<Stats>(`/api/shorten/${link.id}/stats`);
    expect([body.clicks, body.bots]).toEqual([2, 1]);
    return body;
  });
  expect(stats.uniqueVisitors).toBe(2);
  expect(stats.byDay).toEqual([{ day: today, clicks: 2, uniqueVisitors: 2 }]);
  expect(stats.byReferrer).toContainEqual({ referrer: 'news.example.org', clicks: 1 });
  const { body: list } = await user.get<List<Link>>('/api/shorten?campaign=launch&tag=a&q=spring');
  expect(list.items).toMatchObject([{ id: link.id, clicks: 2, access: { role: 'owner' } }]);
});

test('the QR code of a link is available as SVG and PNG', async () => {
  const user = await stack.signUp();
  const { id } = await createLink(user);
  const file = (format: string) =>
    fetch(`${stack.gatewayUrl}/api/shorten/${id}/qr?format=${format}`, {
      headers: { authorization: `Bearer ${user.token}` },
    });

  const [svg, png] = await Promise.all([file('svg'), file('png')]);

  expect(svg.headers.get('content-type')).toContain('image/svg+xml');
  expect(await svg.text()).toMatch(/^<svg[\s\S]+<\/svg>\s*$/);
  expect(png.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await png.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('a photo uploaded on the dashboard opens as a page and as an image', async () => {
  const user = await stack.signUp();
  const form = new FormData();
  form.set('image', new Blob([twoPixels()], { type: 'image/bmp' }), 'photo.bmp');
  form.set('title', 'Two <pixels>');
  const upload = await fetch(`${stack.gatewayUrl}/api/shorten/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
  const link = (await upload.json()) as Link;

  const page = await visit(link.shortUrl, { accept: 'text/html' });
  const image = await visit(link.photo?.directUrl ?? '');
  const onMain = await visit(`${stack.gatewayUrl}/r/${link.shortId}/raw`);
  const inApp = await fetch(`${stack.gatewayUrl}/api/shorten/${link.id}/image`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  const broken = await user.post<ErrorAnswer>('/api/shorten/photos', { image: '!!!!' });

  expect([upload.status, link.url]).toEqual([201, null]);
  expect(page.body).toContain('Two &lt;pixels&gt;');
  for (const raw of [image, inApp]) {
    expect([raw.status, raw.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true]);
  }
  expect([onMain.status, onMain.headers.get('location')]).toEqual([302, link.photo?.directUrl]);
  expect([broken.status, broken.body.error.code]).toEqual([400, 'validation_error']);
  await eventually(async () =>
    expect((await user.get<Link>(`/api/shorten/${link.id}`)).body.clicks).toBeGreaterThan(0),
  );
});

test('disabling and enabling a link, changing it and deleting it take effect', async () => {
  const user = await stack.signUp();
  const link = await createLink(user);
  const isNow = (status: number, location: string | null) =>
    eventually(async () => expect(await visit(link.shortUrl)).toMatchObject({ status, location }));
  await isNow(302, link.url);

  await user.patch(`/api/shorten/${link.id}`, { isActive: false });
  await isNow(410, null);
  await user.patch(`/api/shorten/${link.id}`, { isActive: true, url: 'https://example.com/elsewhere' });
  await isNow(302, 'https://example.com/elsewhere');
  const ended = await user.delete(`/api/shorten/${link.id}`);
  await isNow(410, null);

  expect(ended.status).toBe(204);
  expect((await user.get(`/api/shorten/${link.id}`)).status).toBe(404);
});

test.each([
  [{ url: 'http://169.254.169.254/latest/meta-data' }, 400, 'invalid_target_url'],
  [{ url: 'https://example.com', slug: 'no spaces' }, 400, 'invalid_slug'],
  [{ url: 'https://example.com', slug: 'Admin' }, 409, 'reserved_slug'],
  [{ url: 'https://example.com', colour: 'red' }, 400, 'validation_error'],
  [{ url: 'https://example.com', expiresAt: '2020-01-01T00:00:00Z' }, 400, 'validation_error'],
])('creating a link with %j is refused with %i %s', async (body, status, code) => {
  const user = await stack.signUp();

  const answer = await user.post<ErrorAnswer>('/api/shorten', body);

  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  expect(answer.body.error.message).not.toBe('');
});

test('error codes are lower case for every caller', async () => {
  const user = await stack.signUp();
  const { shortId } = await createLink(user, { slug: newSlug() });
  const code = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as ErrorAnswer).error.code];
  };
  const absent = '/api/shorten/01900000-0000-7000-8000-00000000dead';

  expect(await code(user.post('/api/shorten', { url: 'https://example.com', slug: shortId.toUpperCase() }))).toEqual([
    409,
    'slug_taken',
  ]);
  expect(await code(user.get(absent))).toEqual([404, 'not_found']);
  expect(await code(stack.anyone.get('/api/shorten'))).toEqual([401, 'unauthorized']);
  expect(await code(user.put('/api/shorten', {}))).toEqual([405, 'method_not_allowed']);
});

describe('linking a short link to a deal', () => {
  async function dealSharedWith(owner: Session, member: Session): Promise<string> {
    const teamId = await teamOf(owner, member);
    const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Spring launch' });
    await owner.post(`/api/teams/${teamId}/share`, { entityType: 'deal', entityId: deal.id });
    return deal.id;
  }

  test('is allowed only to the owner of the deal', async () => {
    const [owner, member, stranger] = [await stack.signUp(), await stack.signUp(), await stack.signUp()];
    const dealId = await dealSharedWith(owner, member);
    const create = (who: Session) => who.post<ErrorAnswer>('/api/shorten', { url: 'https://example.com', dealId });

    const [own, shared, hidden] = [await create(owner), await create(member), await create(stranger)];

    expect(own.status).toBe(201);
    expect([shared.status, shared.body.error.code]).toEqual([403, 'forbidden']);
    expect([hidden.status, hidden.body.error.details[0]?.path]).toEqual([400, 'dealId']);
    expect((await owner.get<List<Link>>(`/api/shorten?dealId=${dealId}`)).body.total).toBe(1);
  });

  test('is checked on a change too', async () => {
    const [owner, member] = [await stack.signUp(), await stack.signUp()];
    const dealId = await dealSharedWith(owner, member);
    const [own, other] = [await createLink(owner), await createLink(member)];

    const tied = await owner.patch(`/api/shorten/${own.id}`, { dealId });
    const refused = await member.patch(`/api/shorten/${other.id}`, { dealId });
    const untied = await owner.patch(`/api/shorten/${own.id}`, { dealId: null });

    expect([tied.status, refused.status, untied.status]).toEqual([200, 403, 200]);
  });
});

test('access through a team ends with the next request when the reader leaves', async () => {
  const [owner, member] = [await stack.signUp(), await stack.signUp()];
  const teamId = await teamOf(owner, member);
  const link = await createLink(owner);
  const shared = await owner.post(`/api/teams/${teamId}/share`, { entityType: 'short_link', entityId: link.id });
  const before = await member.get<Link>(`/api/shorten/${link.id}`);

  await member.delete(`/api/teams/${teamId}/members/${member.userId}`);

  expect([shared.status, before.status, before.body.access.role]).toEqual([201, 200, 'team-member']);
  expect((await member.get(`/api/shorten/${link.id}`)).status).toBe(404);
  expect((await member.get<List<Link>>('/api/shorten?scope=mine-and-shared')).body.total).toBe(0);
});

test('links of a deleted account stop working within seconds, and nothing of them remains', async () => {
  const [user, other] = [await stack.signUp(), await stack.signUp()];
  const [link, kept] = [await createLink(user), await createLink(other)];
  expect((await visit(link.shortUrl)).status).toBe(302);

  expect((await user.delete('/api/auth/account', { body: { password: user.password } })).status).toBe(204);

  await eventually(async () => expect((await visit(link.shortUrl)).status).toBe(404));
  expect((await visit(kept.shortUrl)).status).toBe(302);
  expect((await hostApi(stack.shortenerUrl)('GET', `/links/${link.shortId}`)).status).toBe(404);
});
