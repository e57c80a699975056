import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';
import { errorPage } from './error-page.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const open = (path: string, accept: string, method = 'GET') => gateway.fetch(path, { method, headers: { accept } });

test.each(['/deals/foo', '/wp-login.php', '/today/', '/docs/nothing', '/%zz'])(
  '%s is a real 404, as a page for browsers and as JSON for programs',
  async (path) => {
    const page = await open(path, BROWSER);
    const envelope = await open(path, '*/*');

    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([page.headers.get('vary'), page.headers.get('x-robots-tag')]).toEqual([
      'Accept, Cookie',
      'noindex, nofollow',
    ]);
    expect(page.headers.get('link')).toContain('rel="service-desc"');
    expect(await page.text()).toContain('<h1>Page not found</h1>');
    expect([envelope.status, await envelope.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  },
);

test.each([
  ['svc_theme=dark', '<html lang="en" data-theme="dark">'],
  ['svc_theme=light; other=1', '<html lang="en" data-theme="light">'],
  ['svc_theme=x"><script>', '<html lang="en">'],
])('with the cookie %s the page begins with %s', async (cookie, begin) => {
  const response = await gateway.fetch('/nothing', { headers: { accept: BROWSER, cookie } });

  expect(await response.text()).toContain(begin);
});

test.each(['/api/nothing', '/api/agent/nothing', '/.well-known/x', '/assets/x.js', '/r/a/b/c'])(
  '%s is JSON for browsers too',
  async (path) => {
    const response = await open(path, BROWSER);

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.get('content-type')).toContain('application/json');
  },
);

test.each(['application/json', 'application/json, text/html', '*/*', 'text/html;q=0', 'text/plain'])(
  'a client that accepts %j gets JSON',
  async (accept) => {
    const response = await open('/nothing', accept);

    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  },
);

test('a form sent to an unknown path gets JSON, and HEAD matches GET', async () => {
  const post = await open('/nothing', BROWSER, 'POST');
  const head = await open('/nothing', BROWSER, 'HEAD');

  expect([post.status, post.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  expect([head.status, head.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('our own bug is a page with the request id to report, and no other detail', () => {
  const request = { method: 'GET', url: '/approvals?x=1', headers: { accept: BROWSER } } as IncomingMessage;
  const error = { code: 'INTERNAL', message: 'Something went wrong on our side.', details: [], requestId: 'a<b' };
  const { text = '' } = errorPage('Dealbridge')(request, { status: 500, headers: {}, error }) ?? {};

  expect(text).toContain('<h1>Something went wrong</h1>');
  expect(text).toContain('Something went wrong on our side.');
  expect(text).toContain('<code>a&lt;b</code>');
});
