import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { HostRequest, ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, freshSlug, ORIGIN, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const agent = agentWith();
const sibling = agentWith(undefined, { userId: agent.userId });
const stranger = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

const create = (fields: object = {}, request: HostRequest = {}) =>
  hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/page', ...fields }, ...request });

const PUBLIC_FIELDS = ['createdAt', 'expiresAt', 'isActive', 'kind', 'shortId', 'shortUrl', 'targetHost'];

test.each(['public', 'internal'] as const)(
  'an agent makes a link with everything chosen, on the %s listener',
  async (through) => {
    const slug = `Spring-${freshSlug()}`;
    const expiresAt = '2090-01-01T00:00:00.000Z';
    const chosen = { slug, title: ' Launch ', campaign: 'spring', tags: ['a', 'b'], expiresAt };

    const { status, body } = await create(chosen, { through });

    expect(status).toBe(201);
    expect(body).toEqual({
      shortId: slug,
      shortUrl: `${ORIGIN}/${slug}`,
      targetUrl: 'https://example.com/page',
      kind: 'url',
      owner: 'agent',
      title: 'Launch',
      campaign: 'spring',
      tags: ['a', 'b'],
      expiresAt,
      createdAt: expect.any(String),
      statsUrl: `${ORIGIN}/api/shortener/v1/links/${slug}/stats`,
      created: true,
    });
  },
);

test('a date expires a link at the end of that day for its user; disabled and expired are distinct', async () => {
  const preferences = { timeZone: 'America/New_York', locale: 'en', currency: 'USD', viewCheckDays: [1] };
  const traveller = agentWith(undefined, { userId: agent.userId, preferences });

  const { body } = await create({ expiresAt: '2090-12-01' }, { as: traveller });
  const path = `/links/${body.shortId}`;
  const changed = await hosts.call('PATCH', path, { as: traveller, body: { expiresAt: '2090-06-30' } });
  await service.pool.query(`update shortener.links set expires_at = '2020-01-01Z' where short_id = $1`, [body.shortId]);
  const { body: seen } = await hosts.call('GET', path);

  expect(body).toMatchObject({ expiresAt: '2090-12-02T05:00:00.000Z' });
  expect(changed.body).toMatchObject({ expiresAt: '2090-07-01T04:00:00.000Z' });
  expect(seen).toMatchObject({ isActive: true, expiresAt: '2020-01-01T00:00:00.000Z' });
});

test('others see exactly the public fields; the agent that owns the link sees all', async () => {
  const { body } = await create({ url: 'https://bücher.example.com/x', title: 'T' });
  const path = `/links/${body.shortId}`;
  const others = [undefined, sibling, stranger, agentWith([], agent), testUser({ userId: agent.userId })];

  const answers = await Promise.all(others.map((as) => hosts.call('GET', path, { as })));
  const own = await hosts.call('GET', path, { as: agent });

  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(PUBLIC_FIELDS);
    expect(answer.body).toMatchObject({ kind: 'url', isActive: true, targetHost: 'bücher.example.com' });
  }
  expect(own.headers.get('etag')).toBe('"1"');
  expect(own.body).toMatchObject({
    targetUrl: 'https://xn--bcher-kva.example.com/x',
    title: 'T',
    clicks: 0,
    version: 1,
  });
});

test('only the owning agent can change, delete and read statistics of a link; others get 404', async () => {
  const { body } = await create();
  const path = `/links/${body.shortId}`;

  const refused = await Promise.all(
    [sibling, stranger].flatMap((as) => [
      hosts.call('PATCH', path, { as, body: { title: 'Mine' } }),
      hosts.call('DELETE', path, { as }),
      hosts.call('GET', `${path}/stats`, { as }),
    ]),
  );
  const ofGuest = await hosts.call('GET', `${path}/stats`);
  const publicStats = await hosts.call('GET', `${path}/stats/public`);

  expect(refused.map((answer) => [answer.status, answer.body.error.code])).toEqual(
    refused.map(() => [404, 'not_found']),
  );
  expect([ofGuest.status, ofGuest.body.error.code]).toEqual([401, 'auth_required_for_customization']);
  expect([publicStats.status, publicStats.body.error.code]).toEqual([404, 'not_found']);
  expect((await hosts.open(`/${body.shortId}`)).status).toBe(302);
});

test('an update returns the whole link, and a stale version is rejected', async () => {
  const { body } = await create({ title: 'Old', tags: ['a'] });
  const path = `/links/${body.shortId}`;

  const changed = await hosts.call('PATCH', path, {
    as: agent,
    body: { url: 'https://example.com/new', title: '', tags: [] },
    headers: { 'if-match': '"1"' },
  });
  const late = await hosts.call('PATCH', path, { as: agent, body: { title: 'X' }, headers: { 'if-match': '"1"' } });
  const lateDelete = await hosts.call('DELETE', path, { as: agent, headers: { 'if-match': '"1"' } });
  const same = await hosts.call('PATCH', path, { as: agent, body: { tags: [] } });

  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).toBe('"2"');
  expect(changed.body).toMatchObject({ targetUrl: 'https://example.com/new', title: null, tags: [], version: 2 });
  expect([late.status, late.body.error.code]).toEqual([412, 'version_conflict']);
  expect(lateDelete.status).toBe(412);
  expect(same.body.version).toBe(2);
});

test.each([
  [{}, 400, 'validation_error'],
  [{ url: 'http://localhost/' }, 400, 'invalid_target_url'],
  [{ slug: 'other-slug' }, 400, 'validation_error'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 400, 'validation_error'],
  [{ expiresAt: '' }, 400, 'validation_error'],
  [{ title: 'a\0b' }, 400, 'validation_error'],
])('the change %j is refused', async (change, status, code) => {
  const { body } = await create();

  const answer = await hosts.call('PATCH', `/links/${body.shortId}`, { as: agent, body: change });

  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

test.each([
  [{ slug: 'ab' }, 400, 'invalid_slug'],
  [{ slug: 'a b c' }, 400, 'invalid_slug'],
  [{ slug: '-abc' }, 400, 'invalid_slug'],
  [{ slug: 'ADMIN' }, 409, 'reserved_slug'],
  [{ slug: 'well-known' }, 409, 'reserved_slug'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 400, 'validation_error'],
  [{ expiresAt: 'tomorrow' }, 400, 'validation_error'],
  [{ tags: ['x'.repeat(51)] }, 400, 'validation_error'],
  [{ unknown: true }, 400, 'validation_error'],
  [{ url: 5 }, 400, 'validation_error'],
])('a new link with %j is refused', async (fields, status, code) => {
  const answer = await create(fields);

  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

test('a new link answers with the ETag of its version, which a change takes back', async () => {
  const created = await create();
  const path = `/links/${created.body.shortId}`;
  const etag = created.headers.get('etag') ?? '';

  const read = await hosts.call('GET', path, { as: agent });
  const changed = await hosts.call('PATCH', path, { as: agent, body: { title: 'T' }, headers: { 'if-match': etag } });

  expect([etag, read.headers.get('etag'), changed.status]).toEqual(['"1"', '"1"', 200]);
});

test('with reuse, the same target returns the same link, per agent', async () => {
  const url = `https://example.com/${freshSlug()}`;

  const first = await create({ url, reuse: true });
  const second = await create({ url, reuse: true });
  const plain = await create({ url });
  const ofSibling = await create({ url, reuse: true }, { as: sibling });

  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toMatchObject({ shortId: first.body.shortId, created: false });
  expect(new Set([first, plain, ofSibling].map(({ body }) => body.shortId)).size).toBe(3);
});

test('an idempotency key returns the same link again, and rejects different input', async () => {
  const headers = { 'idempotency-key': freshSlug() };

  const [first, second] = [await create({}, { headers }), await create({}, { headers })];
  const other = await create({ title: 'Another' }, { headers });
  const ofAnother = await create({}, { headers, as: stranger });
  const bad = await create({}, { headers: { 'idempotency-key': 'x'.repeat(300) } });

  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect([first, second].map((each) => each.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(other.status).toBe(422);
  expect(ofAnother.body.shortId).not.toBe(first.body.shortId);
  expect([bad.status, bad.body.error.code]).toEqual([400, 'validation_error']);
});

test('a different version or claim token counts as different input for an idempotency key', async () => {
  const { body: link } = await create();
  const { body: claimed } = await create({}, { as: undefined });
  const send = async (method: string, shortId: string, key: string, header: Record<string, string>) => {
    const headers = { 'idempotency-key': key, ...header };
    const body = method === 'PATCH' ? { body: { title: 'T' } } : {};
    return (await hosts.call(method, `/links/${shortId}`, { as: agent, headers, ...body })).status;
  };
  const [change, end, claim] = [freshSlug(), freshSlug(), freshSlug()];
  const token = { 'x-claim-token': claimed.claimToken };

  const statuses = [
    await send('PATCH', link.shortId, change, { 'if-match': '"1"' }),
    await send('PATCH', link.shortId, change, { 'if-match': '"1"' }),
    await send('PATCH', link.shortId, change, { 'if-match': '"2"' }),
    await send('DELETE', link.shortId, end, { 'if-match': '"2"' }),
    await send('DELETE', link.shortId, end, { 'if-match': '"2"' }),
    await send('DELETE', link.shortId, end, {}),
    await send('DELETE', claimed.shortId, claim, token),
    await send('DELETE', claimed.shortId, claim, token),
    await send('DELETE', claimed.shortId, claim, { 'x-claim-token': 'another' }),
  ];

  expect(statuses).toEqual([200, 200, 422, 204, 204, 422, 204, 204, 422]);
});

test('an agent lists its own links in pages, newest first', async () => {
  const lister = agentWith();
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) made.unshift((await create({}, { as: lister })).body.shortId);

  const first = await hosts.call('GET', '/links?limit=2', { as: lister });
  const rest = await hosts.call('GET', '/links?limit=2&offset=2', { as: lister });
  const wrong = await hosts.call('GET', '/links?limit=0', { as: lister });

  expect(first.body).toMatchObject({ total: 3, limit: 2, offset: 0 });
  expect([...first.body.items, ...rest.body.items].map(({ shortId }) => shortId)).toEqual(made);
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'validation_error']);
});

test('agents have a separate budget, far larger than that of guests', async () => {
  const maker = agentWith();
  const address = '198.51.100.77';
  for (let count = 0; count < 10; count += 1) await create({}, { as: undefined, address });

  const { status, headers } = await create({}, { as: maker, address });

  expect(status).toBe(201);
  expect(headers.get('ratelimit-policy')).toBe('"agent-hour";q=600;w=3600');
  expect(headers.get('ratelimit')).toBe('"agent-hour";r=599;t=3600');
});

test('a retried creation spends the budget once', async () => {
  const maker = agentWith();
  const repeatable = { as: maker, headers: { 'idempotency-key': freshSlug() } };

  await create({}, repeatable);
  await create({}, repeatable);
  const next = await create({}, { as: maker });

  expect(next.headers.get('ratelimit')).toMatch(/^"agent-hour";r=598;/);
});
