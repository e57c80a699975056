import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.js';

let browser: TestBrowser;
/** Chromium itself, for downloads, plugins, prompts, windows and dialogs. */
let full: TestBrowser;
/** The same with a short page timeout. */
let hasty: TestBrowser;

beforeAll(async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell() });
  full = await openTestBrowser();
  hasty = await openTestBrowser({ limits: { navigationMs: 2_500, visitMs: 5_000 } });
});

afterAll(() => Promise.all([browser.close(), full.close(), hasty.close()]));

test('captures a page with its facts', async () => {
  browser.pages.put('/plain', '<title>A  video</title><h1>Hello</h1><p>12 views</p>');

  const { image, capture, ...rest } = await browser.takeImage('/plain');

  expect(image.subarray(1, 4).toString()).toBe('PNG');
  expect(rest).toMatchObject({ contentType: 'image/png', warnings: [], detected: { views: 12 } });
  expect(capture).toMatchObject({
    finalUrl: browser.pages.url('/plain'),
    httpStatus: 200,
    title: 'A video',
    remoteAddress: '127.0.0.1',
    pageChanges: [],
    browserVersion: expect.stringMatching(/^\d+\./),
  });
});

test.each([
  ['is cut in the middle of a character', `${'x'.repeat(299)}\u{1f600}`, `${'x'.repeat(299)}\ufffd`],
  ['holds characters that cannot be stored', 'A \0vid\ud83deo', 'A vid\ufffdeo'],
])('stores a title that %s as valid text', async (_what, title, kept) => {
  browser.pages.put('/title', `<h1>Hello</h1><script>document.title = ${JSON.stringify(title)}</script>`);

  const { capture } = await browser.takeImage('/title');

  expect(capture.title).toBe(kept);
});

test('captures a page that never finishes loading in its current state', async () => {
  browser.pages.put('/hang.css', () => undefined);
  browser.pages.put('/never-loads', '<h1>Here</h1><img src="/hang.css">');

  const { capture } = await browser.takeImage('/never-loads');

  expect(capture.httpStatus).toBe(200);
});

test('captures a page whose font never loads', async () => {
  browser.pages.put('/hang.woff2', () => undefined);
  browser.pages.put(
    '/font',
    '<style>@font-face { font-family: x; src: url(/hang.woff2) } h1 { font-family: x }</style><h1>Here</h1>',
  );

  await browser.takeImage('/font');
});

/** Repeats a chunk endlessly until the reader disconnects. */
const endless =
  (contentType: string, chunk: string) =>
  (_request: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': contentType });
    const fill = (): void => {
      while (response.write(chunk));
    };
    response.on('drain', fill);
    fill();
  };

const redirectTo = (location: string) => (_request: unknown, response: ServerResponse) =>
  void response.writeHead(302, { Location: location }).end();

const plain =
  (status: number, headers: Record<string, string>, body = '') =>
  (_request: unknown, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

/** Cases that differ between Chromium and its headless shell. */
const OF_CHROMIUM: readonly string[] = ['a file that streams forever', 'a download', 'a PDF', 'a password prompt'];

const HTML = { 'Content-Type': 'text/html' };

/** Starts a response and never ends it. */
const unfinished = (headers: Record<string, string>) => (_request: unknown, response: ServerResponse) =>
  void response.writeHead(200, headers).write('<p>Hello');

test.each([
  ['a page larger than the limit', endless('text/html', '<!-- '.padEnd(60_000, 'x') + '-->'), 'response_too_large'],
  ['a file that streams forever', unfinished({ 'Content-Type': 'application/octet-stream' }), 'unsupported_content'],
  ['a page whose script is too large', '<script src="/endless.js"></script>', 'response_too_large'],
  ['a document that never ends', unfinished(HTML), 'timeout'],
  ['a redirect loop', redirectTo('/case'), 'http_error'],
  ['a loop of dialogs', '<script>for (;;) alert(1)</script>', 'timeout'],
  ['a script that never ends', '<p>Hello<script>setTimeout(() => { for (;;); }, 0)</script>', 'timeout'],
  [
    'a download',
    plain(200, { 'Content-Disposition': 'attachment; filename=x.html', ...HTML }, 'x'),
    'unsupported_content',
  ],
  ['a PDF', plain(200, { 'Content-Type': 'application/pdf' }, '%PDF-1.4\n%%EOF'), 'unsupported_content'],
  [
    'a plain image',
    plain(200, { 'Content-Type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'unsupported_content',
  ],
  ['a response without content', plain(204, {}), 'unsupported_content'],
  ['a password prompt', plain(401, { 'WWW-Authenticate': 'Basic realm="x"', ...HTML }, 'Who are you?'), 'http_error'],
  ['a missing page', plain(404, HTML, '<h1>Not found'), 'http_error'],
  ['a failing host', plain(503, HTML), 'http_error'],
  [
    'a log-in form',
    '<h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form>',
    'login_wall',
  ],
  [
    'a log-in form over the page',
    `<video style="width:600px"></video>${'<p>Words and more words.'.repeat(200)}
     <div role="dialog" style="position:fixed;inset:40px;background:white"><input type="password"></div>`,
    'login_wall',
  ],
  [
    'a challenge',
    '<title>Just a moment...</title><form id="challenge-form">Verifying you are human</form>',
    'challenge_page',
  ],
  [
    'a challenge with an error status',
    plain(403, { ...HTML, 'cf-mitigated': 'challenge' }, '<p>Wait'),
    'challenge_page',
  ],
  ['a lone puzzle', '<p>One more step</p><div class="h-captcha">I am human</div>', 'challenge_page'],
] as const)('gives no image for %s: %#', async (what, answer, code) => {
  const patient = OF_CHROMIUM.includes(what) ? full : browser;
  const { pages, takeFailure } = code === 'timeout' ? hasty : patient;
  pages.put('/endless.js', endless('text/javascript', ' '.repeat(60_000)));
  pages.put('/case', answer as string);

  expect(await takeFailure('/case')).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('explains a password prompt', async () => {
  full.pages.put('/case', plain(401, { 'WWW-Authenticate': 'Basic realm="x"' }, ''));

  expect(await full.takeFailure('/case')).toMatchObject({ message: expect.stringContaining('a user name and a') });
});

test('explains a redirect loop', async () => {
  browser.pages.put('/case', redirectTo('/case'));

  expect(await browser.takeFailure('/case')).toMatchObject({
    message: expect.stringContaining('redirects without end'),
  });
});

test('captures further pages after all those failures', async () => {
  for (const { pages, takeImage } of [browser, full]) {
    pages.put('/next', '<h1>Next</h1>');

    await Promise.all([takeImage('/next'), takeImage('/next')]);
  }
});

test('captures a page that opens windows and dialogs, and reports closing them', async () => {
  full.pages.put('/noisy', '<body><script>alert(1); confirm(2); window.open("/other")</script><h1>Here</h1>');

  const { capture } = await full.takeImage('/noisy');

  expect(capture.pageChanges).toContain('dialog_dismissed');
  expect(capture.finalUrl).toBe(full.pages.url('/noisy'));
});

test('ignores a sign-in form and a captcha next to ordinary content', async () => {
  const words = '<p>Words and more words of an ordinary page.'.repeat(50);
  browser.pages.put('/header', `<form><input type="password"></form><div class="g-recaptcha">.</div>${words}`);

  await browser.takeImage('/header');
});

test('captures a page whose element names shadow DOM properties', async () => {
  browser.pages.put(
    '/clobbered',
    `<title>Hello</title><form name="querySelectorAll"></form><form name="querySelector"></form><img name="title">
     <form><input name="getBoundingClientRect"><input name="parentElement"></form><p>12 views`,
  );

  const outcome = await browser.take('/clobbered');

  expect(outcome.ok || outcome.failure.code).toBe(true);
});
