import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { agentWith, freshSlug, ORIGIN, startShortener } from '../testing/shortener-service.js';
import type { HostRequest, ShortenerService, TestHosts } from '../testing/shortener-service.js';

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

const PUBLIC_FIELDS = ['createdAt', 'isActive', 'kind', 'shortId', 'shortUrl', 'targetHost'];

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

test('everybody sees exactly the public fields; its own agent sees all', async () => {
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

test('only its own agent changes, deletes and counts a link; for all others there is none', async () => {
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

test('a change answers the whole link, and one of an old version is refused', async () => {
  const { body } = await create({ title: 'Old', tags: ['a'] });
  const path = `/links/${body.shortId}`;

  const changed = await hosts.call('PATCH', path, {
    as: agent,
    body: { url: 'https://example.com/new', title: null, tags: [] },
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
  [{ title: '' }, 400, 'validation_error'],
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

test('with reuse the same target gives the same link again, for this agent alone', async () => {
  const url = `https://example.com/${freshSlug()}`;

  const first = await create({ url, reuse: true });
  const second = await create({ url, reuse: true });
  const plain = await create({ url });
  const ofSibling = await create({ url, reuse: true }, { as: sibling });

  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toMatchObject({ shortId: first.body.shortId, created: false });
  expect(new Set([first, plain, ofSibling].map(({ body }) => body.shortId)).size).toBe(3);
});

test('with an idempotency key a repeated creation answers the same link, and another input is refused', async () => {
  const headers = { 'idempotency-key': freshSlug() };

  const [first, second] = [await create({}, { headers }), await create({}, { headers })];
  const other = await create({ title: 'Another' }, { headers });
  const ofAnother = await create({}, { headers, as: stranger });
  const bad = await create({}, { headers: { 'idempotency-key': 'x'.repeat(300) } });

  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(other.status).toBe(422);
  expect(ofAnother.body.shortId).not.toBe(first.body.shortId);
  expect([bad.status, bad.body.error.code]).toEqual([400, 'validation_error']);
});

test('an agent lists its own links, newest first, page by page', async () => {
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

test('agents have a budget of their own, far larger than that of guests', async () => {
  const maker = agentWith();
  const address = '198.51.100.77';
  for (let count = 0; count < 10; count += 1) await create({}, { as: undefined, address });

  const { status, headers } = await create({}, { as: maker, address });

  expect(status).toBe(201);
  expect(headers.get('ratelimit-policy')).toBe('"agent-hour";q=600;w=3600');
  expect(headers.get('ratelimit')).toBe('"agent-hour";r=599;t=3600');
});
