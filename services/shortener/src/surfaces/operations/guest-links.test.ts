import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { HostAnswer, HostRequest, ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, freshAddress, ORIGIN, startShortener, testRedisUrl } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const URL_BODY = { url: 'https://example.com/page' };

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

const create = (request: HostRequest = {}) => hosts.call('POST', '/links', { body: URL_BODY, ...request });

test.each(['public', 'internal'] as const)('a guest creates a plain link on the %s listener', async (through) => {
  const { status, headers, body } = await create({ through });

  expect(status).toBe(201);
  expect(body).toEqual({
    shortId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{7}$/),
    shortUrl: `${ORIGIN}/${body.shortId}`,
    targetUrl: 'https://example.com/page',
    kind: 'url',
    owner: 'guest',
    title: null,
    campaign: null,
    tags: [],
    expiresAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    statsUrl: `${ORIGIN}/api/shortener/v1/links/${body.shortId}/stats/public`,
    created: true,
    claimToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(headers.get('location')).toBe(`${ORIGIN}/api/shortener/v1/links/${body.shortId}`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await hosts.open(`/${body.shortId}`)).headers.get('location')).toBe('https://example.com/page');
});

test.each([
  ['slug', 'my-slug'],
  ['campaign', 'spring'],
  ['tags', ['a']],
  ['title', 'A title'],
  ['title', 5],
  ['expiresAt', 'nonsense'],
])('a guest who sends %s (%j) is told to register, even if other fields are invalid', async (field, value) => {
  const { status, headers, body } = await create({ body: { url: 'nonsense', [field]: value } });

  expect([status, body.error.code]).toEqual([401, 'auth_required_for_customization']);
  expect(headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/api/shortener/v1"`,
  );
});

test.each([
  { slug: '', title: '', campaign: '', expiresAt: '' },
  { slug: null, title: null, campaign: null, tags: [], expiresAt: null },
])('empty fields count as omitted, even for a guest: %j', async (empty) => {
  expect((await create({ body: { ...URL_BODY, ...empty } })).status).toBe(201);
});

test.each([
  'ftp://example.com/',
  'javascript:alert(1)',
  'https://user:secret@example.com/',
  'http://localhost/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'https://router.local/',
  'https://intranet/',
  'https://co.uk/',
  `${ORIGIN}/abc`,
  'https://app.dealbridge.example/r/abc',
  `https://example.com/${'a'.repeat(8_200)}`,
  '/relative',
  '',
  'http://router.lan/',
])('the target %.60s is refused', async (url) => {
  const { status, body } = await create({ body: { url } });

  expect([status, body.error.code]).toEqual([400, 'invalid_target_url']);
});

test('a guest deletes a link with its claim token only', async () => {
  const { body } = await create();
  const path = `/links/${body.shortId}`;

  const without = await hosts.call('DELETE', path);
  const wrong = await hosts.call('DELETE', path, { headers: { 'x-claim-token': 'a'.repeat(43) } });
  const ofAnother = await hosts.call('DELETE', path, {
    headers: { 'x-claim-token': (await create()).body.claimToken },
  });
  const stillOpen = await hosts.open(`/${body.shortId}`);
  const right = await hosts.call('DELETE', path, { headers: { 'x-claim-token': body.claimToken } });
  const again = await hosts.call('DELETE', path, { headers: { 'x-claim-token': body.claimToken } });

  expect([without.status, without.body.error.code]).toEqual([401, 'unauthorized']);
  expect([wrong.status, wrong.body.error.code]).toEqual([404, 'not_found']);
  expect([ofAnother.status, ofAnother.body.error.code]).toEqual([404, 'not_found']);
  expect(stillOpen.status).toBe(302);
  expect([right.status, again.status]).toEqual([204, 204]);
  expect((await hosts.call('GET', path)).body).toMatchObject({ isActive: false, shortId: body.shortId });
  expect((await hosts.call('GET', `${path}/stats/public`)).status).toBe(200);
  expect((await hosts.open(`/${body.shortId}`)).status).toBe(410);
});

test('the claim token is not stored', async () => {
  const { body } = await create();

  const { rows } = await service.pool.query<{ text: string }>(
    `select to_jsonb(l)::text as text from shortener.links l where short_id = $1`,
    [body.shortId],
  );

  expect(rows[0]!.text).not.toContain(body.claimToken);
});

test.each(['public', 'internal'] as const)(
  'the eleventh link of an address within an hour is refused, on the %s listener, and others go on',
  async (through) => {
    const address = freshAddress();
    const first = await create({ through, address });
    for (let count = 2; count <= 10; count += 1) expect((await create({ through, address })).status).toBe(201);

    const refused = await create({ through, address });
    const neighbour = await create({ through, address: address.replace(/::1$/, ':ffff::abcd') });
    const other = await create({ through });

    expect(first.headers.get('ratelimit-policy')).toBe('"guest-hour";q=10;w=3600, "guest-day";q=50;w=86400');
    expect(first.headers.get('ratelimit')).toBe('"guest-hour";r=9;t=3600');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    expect(refused.headers.get('ratelimit')).toMatch(/^"guest-hour";r=0;t=3\d{3}$/);
    expect(neighbour.status).toBe(429);
    expect(other.status).toBe(201);
  },
);

test('replicas share limits through Redis', async () => {
  const address = freshAddress();
  const redisUrl = testRedisUrl();
  const replicas = await Promise.all([service.openHosts({ redisUrl }), service.openHosts({ redisUrl })]);
  const createAtEach = async (from: string): Promise<HostAnswer[]> => {
    const answers: HostAnswer[] = [];
    for (const replica of replicas)
      answers.push(await replica.call('POST', '/links', { address: from, body: URL_BODY }));
    return answers;
  };
  // Until both are connected to Redis, each counts separately.
  await eventually(async () => {
    const [, second] = await createAtEach(freshAddress());
    expect(second!.headers.get('ratelimit')).toMatch(/r=8;/);
  });
  const statuses: number[] = [];

  for (let count = 0; count < 6; count += 1) {
    statuses.push(...(await createAtEach(address)).map(({ status }) => status));
  }

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
});

test('invalid input does not spend the budget', async () => {
  const address = freshAddress();
  for (let count = 1; count <= 12; count += 1) await create({ address, body: { url: 'http://localhost/' } });

  expect((await create({ address })).headers.get('ratelimit')).toBe('"guest-hour";r=9;t=3600');
});

test('a forged client address is ignored by limits', async () => {
  const strict = await service.openHosts({ trustedProxies: '192.0.2.1' });
  for (let count = 1; count <= 10; count += 1) {
    expect((await strict.call('POST', '/links', { body: URL_BODY })).status).toBe(201);
  }

  const { status } = await strict.call('POST', '/links', {
    body: URL_BODY,
    headers: { 'svc-client-address': freshAddress() },
  });

  expect(status).toBe(429);
});

test('anyone may read the statistics of a guest’s link, in UTC', async () => {
  const { body } = await create();

  const stats = await hosts.call('GET', `/links/${body.shortId}/stats/public?from=2026-01-01&to=2026-01-31`);

  expect(stats.status).toBe(200);
  expect(stats.body).toMatchObject({
    clicks: 0,
    uniqueVisitors: 0,
    bots: 0,
    byReferrer: [],
    byCountry: [],
    byDevice: [],
  });
});

test('the landing page form creates a link, and explains an invalid address', async () => {
  const send = (url: string) =>
    hosts.open('/', {
      method: 'POST',
      body: new URLSearchParams({ url }),
      headers: { 'x-forwarded-for': freshAddress() },
    });

  const [page, made, refused] = await Promise.all([
    hosts.open('/'),
    send(' https://example.com/form '),
    send('http://localhost/"><script>'),
  ]);

  expect([page.status, made.status, refused.status]).toEqual([200, 201, 400]);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(await made.text()).toContain(`${ORIGIN}/`);
  const text = await refused.text();
  expect(text).toContain('role="alert"');
  expect(text).toContain('value="http://localhost/&quot;&gt;&lt;script&gt;"');
});

test('a guest deletes a link on the landing page with its claim token only', async () => {
  const { body } = await create({ body: URL_BODY });
  const send = (claimToken: string) =>
    hosts.open('/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'delete', shortId: `${ORIGIN}/${body.shortId}`, claimToken }),
      headers: { 'x-forwarded-for': freshAddress() },
    });

  const wrong = await send('x');
  const opened = await hosts.open(`/${body.shortId}`);
  const right = await send(` ${body.claimToken} `);
  const gone = await hosts.open(`/${body.shortId}`);

  expect([wrong.status, opened.status, right.status, gone.status]).toEqual([404, 302, 200, 410]);
  expect(await wrong.text()).toMatch(/role="alert"[\s\S]*<details open>/);
  expect(await right.text()).toContain('Link deleted');
});

test('during maintenance, links cannot be created on this host, and existing links open', async () => {
  const { body } = await create({ body: URL_BODY });
  service.identity.settings.maintenanceMode = true;
  const refused = await create({ body: URL_BODY });
  const photo = await hosts.call('POST', '/photos', { as: agentWith(), body: { image: 'x' } });
  const opened = await hosts.open(`/${body.shortId}`);
  const read = await hosts.call('GET', `/links/${body.shortId}`);
  service.identity.settings.maintenanceMode = false;

  for (const { status, headers, body: answer } of [refused, photo])
    expect([status, answer.error.code, headers.get('retry-after')]).toEqual([503, 'maintenance', '120']);
  expect([opened.status, read.status, (await create({ body: URL_BODY })).status]).toEqual([302, 200, 201]);
});
