/** @lane waiting */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import type { ErrorAnswer, List } from '../answers.ts';
import {
  countClicks,
  createLink,
  createOpenedLink,
  FROM_ANYWHERE,
  hostApi,
  type Link,
  newSlug,
  ownRedis,
  teamOf,
  twoPixels,
  visit,
  visitOften,
} from './short-link-visits.ts';

/** Milliseconds until clicks are counted again after a recovery. */
const RECOVERY_MS = 180_000;

let redis: TcpProxy;
let stack: OwnStack;
let user: Session;

beforeAll(async () => {
  redis = await createTcpProxy(ownRedis(11));
  stack = await startOwnStack('kills', {
    without: ['screenshot', 'copilot'],
    environment: { ...FROM_ANYWHERE, REDIS_URL: redis.through(ownRedis(11)) },
  });
  user = await stack.signUp();
});

afterEach(() => stack.waitUntilReady());

afterAll(async () => {
  await stack.stop();
  await redis.close();
});

const isCounted = (link: Link, clicks: number) =>
  eventually(async () => expect(await countClicks(user, link)).toBe(clicks), RECOVERY_MS);

test('without Redis, cached and uncached links work, and each click is counted once', async () => {
  const [known, other] = [await createOpenedLink(user), await createLink(user)];
  redis.cut();

  const answered = [...(await visitOften(known.shortUrl, 200)), ...(await visitOften(other.shortUrl, 200))];
  const made = await createLink(user);
  const opened = await visit(made.shortUrl);
  const counted = await Promise.all([isCounted(known, 201), isCounted(other, 200), isCounted(made, 1)]);
  redis.restore();

  expect(answered).toHaveLength(400);
  expect([opened.status, counted.length]).toEqual([302, 3]);
  await visitOften(known.shortUrl, 10);
  await isCounted(known, 211);
});

test('while Redis hangs, links work, and each click is counted once', async () => {
  // A fresh process does not avoid Redis yet.
  await stack.stopService('shortener');
  await stack.startService('shortener');
  await stack.waitUntilReady();
  const [known, other] = [await createOpenedLink(user), await createLink(user)];
  redis.silence();

  const [first, second] = [await visit(known.shortUrl), await visit(other.shortUrl)];
  const answered = await visitOften(known.shortUrl, 100);
  redis.cut();
  redis.restore();

  expect([first.status, second.status, answered.length]).toEqual([302, 302, 100]);
  await isCounted(known, 102);
  await isCounted(other, 1);
});

test('of a thousand concurrent requests for the same slug, one succeeds', async () => {
  const slug = newSlug('wanted');
  // The rate limit of a single user does not allow this many tries.
  const [one, other] = [await stack.signUp(), await stack.signUp()];
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      (index % 2 === 0 ? one : other).post<ErrorAnswer>('/api/shorten', { url: `https://example.com/${index}`, slug }),
    ),
  );

  const outcomes = answers.map(({ status, body }) => (status === 201 ? 'made' : `${status} ${body.error.code}`));
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
  // On a busy machine some requests wait too long for a connection or for their turn.
  const decided = outcomes.filter((outcome) => !['503 unavailable', '504 timeout'].includes(outcome));
  expect(new Set(decided)).toEqual(new Set(['made', '409 slug_taken']));
});

test('without the shortener deals work, short links answer 503, and readiness is degraded, not failing', async () => {
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Goes on' });
  await stack.stopService('shortener');

  const deals = await user.get<List<{ id: string }>>('/api/deals');
  const created = await user.post<ErrorAnswer>('/api/shorten', { url: 'https://example.com' });
  const uploaded = await user.post<ErrorAnswer>('/api/shorten/photos', { image: twoPixels().toString('base64') });
  const opened = await visit(`${stack.gatewayUrl}/r/abc`);
  await eventually(async () => {
    const { status, body } = await stack.anyone.get<{ status: string; checks: object }>('/api/readiness');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready', checks: { shortener: { status: 'degraded' } } });
  });
  await stack.startService('shortener');

  expect(deals.body.items.map(({ id }) => id)).toContain(deal.id);
  for (const { status, body, headers } of [created, uploaded]) {
    expect([status, body.error.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true]);
  }
  expect([opened.status, opened.headers.get('retry-after')]).toEqual([503, '1']);
});

test('leaving a team or deleting an account takes effect once the shortener is back', async () => {
  const [leaving, deleted, member] = [await stack.signUp(), await stack.signUp(), await stack.signUp()];
  const teamId = await teamOf(member, leaving);
  const [shared, own] = [await createLink(leaving), await createLink(deleted)];
  await leaving.post(`/api/teams/${teamId}/share`, { entityType: 'short_link', entityId: shared.id });
  expect((await member.get(`/api/shorten/${shared.id}`)).status).toBe(200);
  await stack.stopService('shortener');

  const left = await leaving.delete(`/api/teams/${teamId}/members/${leaving.userId}`);
  const ended = await deleted.delete('/api/auth/account', { body: { password: deleted.password } });
  await stack.startService('shortener');

  expect([left.status, ended.status]).toEqual([204, 204]);
  await eventually(async () => expect((await member.get(`/api/shorten/${shared.id}`)).status).toBe(404), RECOVERY_MS);
  await eventually(async () => expect((await visit(own.shortUrl)).status).toBe(404), RECOVERY_MS);
  expect((await visit(shared.shortUrl)).status).toBe(302);
});

test('during maintenance links keep working, and on the main host only administrators can create links', async () => {
  const admin = await stack.signInAsAdmin();
  const link = await createLink(user);
  const through = hostApi(stack.gatewayUrl);

  await admin.put('/api/admin/settings', { maintenanceMode: true });
  const refused = await eventually(async () => {
    const answer = await user.post<ErrorAnswer>('/api/shorten', { url: 'https://example.com' });
    expect(answer.status).toBe(503);
    return answer;
  });
  const guest = await through<ErrorAnswer>('POST', '/links', { body: { url: 'https://example.com' } });
  const [onHost, onMain] = [await visit(link.shortUrl), await visit(`${stack.gatewayUrl}/r/${link.shortId}`)];
  const byAdmin = await admin.get('/api/shorten');
  await admin.put('/api/admin/settings', { maintenanceMode: false });

  expect([refused.body.error.code, refused.headers.get('retry-after')]).toEqual(['maintenance', '120']);
  expect([guest.status, guest.body.error.code]).toEqual([503, 'maintenance']);
  expect([onHost.status, onMain.status, byAdmin.status]).toEqual([302, 302, 200]);
});
