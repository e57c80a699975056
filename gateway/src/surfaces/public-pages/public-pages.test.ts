import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';
import { PUBLIC_PAGES, readPublicTexts } from './pages.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const open = (path: string, accept?: string, init: RequestInit = {}) =>
  gateway.fetch(path, { ...init, headers: accept === undefined ? {} : { accept } });

/** A response as received over the wire. */
async function raw(path: string, accepted: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(gateway.url + path, { headers: { 'accept-encoding': accepted } }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject);
    }).on('error', reject);
  });
}

function decode(body: Buffer, encoding: string | null): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

/** Links of a page into the app, with their labels. */
const entrancesOf = (page: string): string[] =>
  [...page.matchAll(/href="(\/(?:login|signup|today))">([^<]+)</g)].map(([, path, label]) => `${path} ${label}`);

test.each(PUBLIC_PAGES.map(({ path }) => path))('%s is a page for everyone, in two forms', async (path) => {
  const page = await open(path, 'text/html');
  const markdown = await open(path, 'text/markdown');

  const words = await markdown.text();
  const heading = /^# (.+)$/m.exec(words)?.[1];
  const body = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(body).toContain(`<h1>${heading}</h1>`);
  expect(body).toContain(`<a href="${path}" aria-current="page">`);
  expect(body).toMatch(/<meta name="description" content="[^"]{20,160}">/);
  for (const { headers } of [page, markdown]) {
    expect(headers.get('vary')).toBe('Accept, Cookie, Accept-Encoding');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.has('x-robots-tag')).toBe(false);
    expect(headers.get('content-signal')).toBe('ai-train=no, search=yes, ai-input=yes');
    expect(headers.get('link')).toContain('rel="service-desc"');
  }
  expect(page.headers.get('etag')).not.toBe(markdown.headers.get('etag'));
  expect(body).not.toMatch(/noindex|\{\{|<script|undefined/);
  expect(words).not.toContain('{{');
});

test.each([
  ['text/markdown', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/html, text/markdown', 'markdown'],
  ['text/html;q=0.8, text/markdown;q=0.8', 'markdown'],
  ['TEXT/Markdown', 'markdown'],
  ['text/markdown;q=0.5', 'markdown'],
  ['text/markdown;q=0.5, */*;q=0.1', 'markdown'],
  ['text/markdown;q=0.5, text/html', 'html'],
  ['text/markdown;q=0.5, */*', 'html'],
  ['text/markdown;q=0, */*', 'html'],
  ['text/markdown; charset=utf-8', 'markdown'],
  ['text/markdown;variant=GFM, text/html;q=0.9', 'markdown'],
  ['text/markdown; variant="a,b";q=0.5, text/html', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'html'],
  ['*/*', 'html'],
  ['text/*', 'html'],
  ['', 'html'],
  ['application/json', 'html'],
  ['text/x-markdown', 'html'],
  ['nonsense;;,,;q=x', 'html'],
])('a client that accepts %j gets pages as %s', async (accept, form) => {
  const { headers, status } = await open('/features', accept);

  expect([status, headers.get('content-type')]).toEqual([200, `text/${form}; charset=utf-8`]);
});

test('an unchanged page is not sent again, and HEAD matches GET', async () => {
  const { headers } = await open('/terms');
  const known = await gateway.fetch('/terms', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  const head = await open('/terms', undefined, { method: 'HEAD' });

  expect([known.status, await known.text()]).toEqual([304, '']);
  expect(known.headers.get('vary')).toBe('Accept, Cookie, Accept-Encoding');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, headers.get('content-length')]);
  expect((await open('/terms', undefined, { method: 'POST' })).status).toBe(405);
});

test.each(['/features', '/docs/agents', '/docs/backend/api-surface'])(
  '%s refuses a write with an error that the client can read',
  async (path) => {
    const response = await gateway.fetch(path, { method: 'POST', headers: { 'accept-encoding': 'br, gzip' } });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  },
);

test('the root redirects browsers to the first page, and serves that page in Markdown', async () => {
  const response = await open('/');
  const markdown = await open('/', 'text/markdown');

  expect([response.status, response.headers.get('location')]).toEqual([303, '/welcome']);
  expect(response.headers.get('vary')).toBe('Accept, Cookie');
  expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(await markdown.text()).toBe(await (await open('/welcome', 'text/markdown')).text());
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
  ['', null],
])('a client that takes %j gets pages and documents in %p, each form with its own tag', async (accepted, encoding) => {
  for (const path of ['/features', '/docs/agents', '/docs/backend/api-surface', '/openapi.json', '/llms-full.txt']) {
    const plain = await gateway.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const { headers, ...response } = await raw(path, accepted);
    const known = await gateway.fetch(path, {
      headers: { 'accept-encoding': accepted, 'if-none-match': headers.etag ?? '' },
    });

    expect(headers['content-encoding'] ?? null).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers.etag === plain.headers.get('etag')).toBe(encoding === null);
    expect(known.status).toBe(304);
    const text = await plain.text();
    expect(decode(response.body, encoding)).toBe(text);
    if (encoding !== null) expect(response.body.length).toBeLessThan(text.length / 2);
  }
});

test('pages lead a signed-in user to the app, and no cache keeps them for others', async () => {
  const headers = { accept: 'text/html', cookie: `svc_session=${gateway.signIn().token}` };
  const welcome = await gateway.fetch('/welcome', { headers });
  const features = await gateway.fetch('/features', { headers });

  expect(welcome.headers.get('cache-control')).toBe('private, no-cache');
  expect(entrancesOf(await welcome.text())).toEqual(['/today Open app', '/today Open app']);
  expect(entrancesOf(await features.text())).toEqual(['/today Open app']);
  expect(entrancesOf(await (await open('/welcome')).text())).toEqual([
    '/login Sign in',
    '/signup Create account',
    '/login Sign in',
  ]);
});

test('pages of an installation with closed sign-up offer no account', async () => {
  const closed = await startTestGateway({
    handlers: {
      systemSettings: {
        getPublicSettings: async () => ({ maintenanceMode: false, allowPublicSignup: false, sendsMail: true }),
      },
    },
  });
  try {
    const page = await closed.fetch('/welcome');

    expect(page.headers.get('cache-control')).toBe('public, max-age=300');
    expect(entrancesOf(await page.text())).toEqual(['/login Sign in', '/login Sign in']);
  } finally {
    await closed.stop();
  }
});

describe('pages of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'public-pages-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  test('replace ours, including the forms for models', async () => {
    writeFileSync(join(folder, 'terms.md'), '# Our terms\n\n{{appName}} is for members of the club.\n');
    const own = await startTestGateway({ publicPagesDir: folder });
    try {
      const read = async (path: string) => (await own.fetch(path)).text();

      expect(await read('/terms')).toContain('<p>Dealbridge is for members of the club.</p>');
      expect(await read('/llms-full.txt')).toContain('# Our terms');
      expect(await read('/privacy')).toContain('<h1>Privacy</h1>');
    } finally {
      await own.stop();
    }
  });

  test('with unknown names prevent the start, with a message that lists the known names', () => {
    writeFileSync(join(folder, 'imprint.md'), '# Imprint');

    expect(() => readPublicTexts(folder, '')).toThrow(/imprint\.md, which is not a public page.*terms\.md/);
  });
});

test.each(['/api', '/api/', '/docs', '/docs/'])('%s links to the descriptions of the API', async (path) => {
  const response = await open(path, undefined, { redirect: 'follow' });

  expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs/backend/api-surface']);
});

test('pages run no scripts and load nothing from elsewhere', async () => {
  const { headers } = await open('/welcome');

  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
});

test.each(['/welcome', '/features', '/privacy', '/docs/agents', '/docs/backend/api-surface'])(
  '%s links to the host of short links',
  async (path) => {
    expect(await (await open(path)).text()).toContain('<a href="https://go.example/">Short links</a>');
  },
);

test('the page of the link shortener, in both forms, links to it', async () => {
  const page = await (await open('/ai-link-shortener', 'text/html')).text();
  const markdown = await (await open('/ai-link-shortener', 'text/markdown')).text();

  expect(page).toContain('<a href="https://go.example/">Create a short link</a>');
  expect(markdown).toContain('[Create a short link](https://go.example/)');
});

test('every link on a page opens', async () => {
  for (const { path } of PUBLIC_PAGES) {
    const links = [...(await (await open(path)).text()).matchAll(/href="(\/[^"#]*)"/g)].map(([, link]) => link ?? '');
    for (const link of new Set(links)) expect([link, (await gateway.fetch(link)).status < 400]).toEqual([link, true]);
  }
});

test.each(['/docs/agents', '/docs/backend/api-surface'])(
  '%s is for people, and search engines do not index it',
  async (path) => {
    const { status, headers, text } = await gateway.fetch(path).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(text).not.toMatch(/\{\{|undefined/);
  },
);

test('the guide has the addresses of this host, and the API page every operation', async () => {
  const textOf = async (path: string) => (await (await gateway.fetch(path)).text()).replaceAll('<wbr>', '');
  const guide = await textOf('/docs/agents');
  const surface = await textOf('/docs/backend/api-surface');

  expect(guide).toContain(`${gateway.url}/api/agent/mcp`);
  expect(surface).toContain('POST /api/agent/deals/bulk-import/process');
  expect(surface).toContain('POST /api/agent/auth/start');
  expect(surface).toContain('PATCH /api/deals/{dealId}');
  expect(surface).not.toContain('/api/admin/');
});
