import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, BASE_URL, freshSlug, ORIGIN, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const agent = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

async function createLink(fields: object = {}): Promise<string> {
  const { status, body } = await hosts.call('POST', '/links', {
    as: agent,
    body: { url: 'https://example.com/page?a=1', ...fields },
  });
  expect(status).toBe(201);
  return body.shortId;
}

const TARGET = 'https://example.com/page?a=1';
const LINK = [
  `<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
  `<${BASE_URL}/docs/api>; rel="service-doc"`,
  `<${BASE_URL}/openapi.json>; rel="service-desc"; type="application/openapi+json"`,
].join(', ');

test.each(['GET', 'HEAD'])('%s of a short link redirects with exactly the headers of a redirect', async (method) => {
  const shortId = await createLink();

  const response = await hosts.open(`/${shortId}`, { method });

  expect(response.status).toBe(302);
  expect(await response.text()).toBe('');
  const ofConnection = ['date', 'connection', 'keep-alive'];
  expect(Object.fromEntries([...response.headers].filter(([name]) => !ofConnection.includes(name)))).toEqual({
    location: TARGET,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer-when-downgrade',
    'strict-transport-security': 'max-age=31536000',
    'x-robots-tag': 'noindex, nofollow',
    link: LINK,
    'content-signal': 'ai-train=no, search=yes, ai-input=yes',
    'content-length': '0',
  });
});

test('a link opens on the main host below /r/, and only there', async () => {
  const shortId = await createLink();

  const below = await fetch(`${hosts.internalUrl}/r/${shortId}`, { redirect: 'manual' });
  const beside = await fetch(`${hosts.internalUrl}/${shortId}`, { redirect: 'manual' });
  const elsewhere = await hosts.open(`/r/${shortId}`);

  expect([below.status, below.headers.get('location'), below.headers.get('link')]).toEqual([302, TARGET, LINK]);
  expect(beside.status).toBe(404);
  expect(elsewhere.status).toBe(404);
});

test("the main host redirects a guest's link to the short-link host, which counts it", async () => {
  const { body } = await hosts.call('POST', '/links', { body: { url: TARGET } });

  const below = await fetch(`${hosts.internalUrl}/r/${body.shortId}`, { redirect: 'manual' });
  const onHost = await hosts.open(`/${body.shortId}`);

  expect([below.status, below.headers.get('location')]).toEqual([302, `${ORIGIN}/${body.shortId}`]);
  expect(onHost.headers.get('location')).toBe(TARGET);
});

test('short ids are case-insensitive, and a query is ignored and not forwarded', async () => {
  const slug = `MiXed-${freshSlug()}`;
  await createLink({ slug });

  const answers = await Promise.all(
    [slug, slug.toLowerCase(), slug.toUpperCase(), `${slug}?utm_source=x`, `${slug}?`].map((path) =>
      hosts.open(`/${path}`),
    ),
  );

  expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    answers.map(() => [302, TARGET]),
  );
});

test('an unknown short id returns a page for people and JSON for programs, both 404', async () => {
  const path = `/${freshSlug()}`;

  const page = await hosts.open(path, { headers: { accept: 'text/html,*/*' } });
  const json = await hosts.open(path, { headers: { accept: 'application/json' } });
  const again = await hosts.open(path, { headers: { accept: 'application/json' } });

  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await page.text()).toContain('Link not found');
  expect([json.status, again.status]).toEqual([404, 404]);
  expect(await json.json()).toMatchObject({ error: { code: 'not_found', details: [] } });
  expect(json.headers.get('link')).toBe(LINK);
  expect(page.headers.get('content-signal')).toBe('ai-train=no, search=yes, ai-input=yes');
});

test('a disabled link responds with 410 until it is enabled again', async () => {
  const shortId = await createLink();

  await hosts.call('PATCH', `/links/${shortId}`, { as: agent, body: { isActive: false } });
  const off = await hosts.open(`/${shortId}`, { headers: { accept: 'application/json' } });
  await hosts.call('PATCH', `/links/${shortId}`, { as: agent, body: { isActive: true } });
  const on = await hosts.open(`/${shortId}`);

  expect(off.status).toBe(410);
  expect(await off.json()).toMatchObject({ error: { code: 'gone' } });
  expect(on.status).toBe(302);
});

test('a deleted link responds with 410, and its short id is never reused', async () => {
  const slug = freshSlug();
  await createLink({ slug });

  await hosts.call('DELETE', `/links/${slug}`, { as: agent });
  const gone = await hosts.open(`/${slug}`);
  const again = await hosts.call('POST', '/links', { as: agent, body: { url: TARGET, slug } });

  expect(gone.status).toBe(410);
  expect([again.status, again.body.error.code]).toEqual([409, 'slug_taken']);
});

test('a link stops working when it expires, even if it was cached before', async () => {
  // On a busy machine a link may expire before it is opened.
  const shortId = await eventually(async () => {
    const created = await createLink({ expiresAt: new Date(Date.now() + 2_000).toISOString() });
    expect((await hosts.open(`/${created}`)).status).toBe(302);
    return created;
  });

  const after = await eventually(async () => {
    const response = await hosts.open(`/${shortId}`);
    expect(response.status).toBe(410);
    return response;
  });
  expect(await after.text()).toContain('no longer works');
});

test('an acknowledged change applies to the next visitor of the same process', async () => {
  const shortId = await createLink();

  for (let count = 0; count < 30; count += 1) {
    const url = `https://example.com/${count}`;
    await hosts.call('PATCH', `/links/${shortId}`, { as: agent, body: { url } });
    const response = await hosts.open(`/${shortId}`);
    expect(response.headers.get('location')).toBe(url);
  }
});

test('a link to a flagged target opens only after a warning, which names the host and runs no script', async () => {
  const shortId = await createLink({ url: 'https://evil.example.com/"><script>alert(1)</script>' });
  await service.pool.query(`update shortener.links set flagged_at = now(), version = version + 1 where short_id = $1`, [
    shortId,
  ]);

  const response = await hosts.open(`/${shortId}`);
  const page = await response.text();

  expect(response.status).toBe(200);
  expect(response.headers.has('location')).toBe(false);
  expect(page).toContain('Be careful with this link');
  expect(page).toContain('evil.example.com');
  expect(page).toContain('href="/">Back to safety</a>');
  expect(page).not.toContain('<script');
  const told = await hosts.open(`/${shortId}`, { headers: { accept: 'application/json' } });
  expect([told.status, told.headers.has('location')]).toEqual([200, false]);
  expect(await told.json()).toMatchObject({
    warning: { code: 'harmful_target', targetUrl: expect.stringContaining('https://evil.example.com/') },
  });
});
