import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { reservedWords } from '../links/reserved-words.js';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

/** The status line of the response to a request, sent exactly as written. */
function rawStatus(url: string, path: string): Promise<number> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n`, 'latin1'));
    });
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])));
    socket.on('error', reject);
  });
}

const ODD = [
  '/%00',
  '/abc%00def',
  '/abc%00def/raw',
  '/%FF%FE/raw',
  '/%',
  '/%E0%A4%A/raw',
  '/%ED%A0%80/raw',
  '/caf%C3%A9',
  '/caf\u00e9',
  '/%61bc1234',
  '/..%2f..%2fetc%2fpasswd',
  '/../../etc/passwd',
  '/a%2Fb/raw',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  `/${'a'.repeat(65)}`,
  `/${'a'.repeat(12_000)}`,
  `/${'a'.repeat(12_000)}/raw`,
  `/unknown1?${'q'.repeat(12_000)}`,
  '/?',
  '/??',
  '/__proto__',
  '/constructor',
  '/constructor/raw',
  '/toString/raw',
  '/-abc',
  '/_abc',
  '/abc/',
  '/abc;x=1',
  '/abc#x',
  '*',
  'http://evil.example/abc',
  '/api/shortener/v1/links/%00',
  '/api/shortener/v1/links/%ED%A0%80',
  '/api/shortener/v1/links/%',
  `/api/shortener/v1/links/${'a'.repeat(5_000)}/qr`,
  '/api/shortener/v1/links/a%00b/stats/public?from=%00',
  '/.well-known/%00',
];

test.each(ODD)('the odd path %j never causes a 500, on either listener', async (path) => {
  const below = path.startsWith('/api/') ? path : `/r${path}`;

  const statuses = [await rawStatus(hosts.publicUrl, path), await rawStatus(hosts.internalUrl, below)];

  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  }
});

test('a short id is looked up by the characters in the path, not by their decoded form', async () => {
  const { body } = await hosts.call('POST', '/links', {
    as: agentWith(),
    body: { url: 'https://example.com/', slug: freshSlug() },
  });

  expect(await rawStatus(hosts.publicUrl, `/${body.shortId}`)).toBe(302);
  expect(await rawStatus(hosts.publicUrl, `/%73${body.shortId.slice(1)}`)).toBe(404);
  expect(await rawStatus(hosts.publicUrl, `/${body.shortId}/`)).toBe(404);
});

test('a link created before its short id was reserved opens, and a path of the host itself is never a link', async () => {
  const words = [...reservedWords()].filter((word) => /^[a-z0-9][a-z0-9_-]{2,63}$/.test(word));
  await service.pool.query(
    `insert into shortener.links (id, short_id, kind, target_url)
     select gen_random_uuid(), word, 'url', 'https://example.com/' from unnest($1::text[]) as word`,
    [words],
  );

  const statuses = await Promise.all(words.map(async (word) => [word, (await hosts.open(`/${word}`)).status]));

  expect(statuses).toEqual(words.map((word) => [word, word === 'mcp' ? 405 : 302]));
  // Under `/r/` on the main host the word is a link, which puts it into the shared cache.
  expect(await rawStatus(hosts.internalUrl, '/r/mcp')).toBe(302);
  expect((await hosts.open('/mcp')).status).toBe(405);
});

test('a path of the host queries neither cache nor database', async () => {
  // Clicks of earlier tests may still be in flight; a path that caused queries would cause them each time.
  await eventually(async () => {
    const before = hosts.redirectPool.statementCount();
    await Promise.all(['/', '/robots.txt', '/openapi.json', '/mcp', '/x', '/a.b'].map((path) => hosts.open(path)));
    expect(hosts.redirectPool.statementCount()).toBe(before);
  });
});

test('methods other than GET and HEAD open no link', async () => {
  const { body } = await hosts.call('POST', '/links', { as: agentWith(), body: { url: 'https://example.com/' } });

  const statuses = await Promise.all(
    ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(
      async (method) => (await hosts.open(`/${body.shortId}`, { method })).status,
    ),
  );

  expect(statuses).not.toContain(302);
  expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
});
