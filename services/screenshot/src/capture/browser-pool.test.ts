import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { listBrowsers } from '@svc/guarded-browser/testing/list-browsers';
import { testChromium, testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { captureOf, openTestBrowser, type TestBrowser } from './testing/test-browser.js';

let browser: TestBrowser;

afterEach(() => browser.close());

test('replaces a browser killed during a capture and repeats the capture once', async () => {
  browser = await openTestBrowser();
  let asked = 0;
  browser.pages.put('/deadly', (_request, response) => {
    asked += 1;
    for (const id of listBrowsers()) process.kill(id, 'SIGKILL');
    response.end();
  });
  browser.pages.put('/deadly-once', (_request, response) => {
    asked += 1;
    if (asked === 1) for (const id of listBrowsers()) process.kill(id, 'SIGKILL');
    response.setHeader('Content-Type', 'text/html');
    response.end('<h1>Hello');
  });

  expect(await browser.takeFailure('/deadly')).toMatchObject({ code: 'browser_crash', retryable: true });
  expect(asked).toBe(2);
  asked = 0;
  await browser.takeImage('/deadly-once');
  expect(asked).toBe(2);
});

test('kills a browser that hangs, times out its capture, and succeeds with the next one', async () => {
  // Enough for the capture that must succeed, even on a busy machine.
  browser = await openTestBrowser({ limits: { visitMs: 10_000, navigationMs: 60_000, closeMs: 1_000 } });
  const frozen: number[] = [];
  browser.pages.put('/freezing', () => {
    frozen.push(...listBrowsers());
    for (const id of frozen) process.kill(id, 'SIGSTOP');
  });
  browser.pages.put('/plain', '<p>Hello');

  const failure = await browser.takeFailure('/freezing');
  await browser.takeImage('/plain');

  expect(failure).toMatchObject({ code: 'timeout', retryable: true });
  expect(frozen).toHaveLength(1);
  await eventually(() => expect(listBrowsers()).not.toContain(frozen[0]));
});

test('closes even when the browser hangs', async () => {
  browser = await openTestBrowser({ limits: { closeMs: 1_000 } });
  browser.pages.put('/plain', '<p>Hello');
  await browser.takeImage('/plain');

  for (const id of listBrowsers()) process.kill(id, 'SIGSTOP');
  await browser.close();

  expect(listBrowsers()).toEqual([]);
});

test('replaces a browser after its last allowed capture and leaves nothing behind', async () => {
  browser = await openTestBrowser({ limits: { browserCapturesMax: 2 } });
  browser.pages.put('/plain', '<p>Hello');

  await browser.takeImage('/plain');
  const [first] = listBrowsers();
  await browser.takeImage('/plain');
  await eventually(() => expect(listBrowsers()).toEqual([]));
  await browser.takeImage('/plain');

  expect(listBrowsers()).toHaveLength(1);
  expect(listBrowsers()).not.toContain(first);
});

test('replaces a browser that uses too much memory', async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: { browserBytes: 1_000_000 } });
  browser.pages.put('/plain', '<p>Hello');

  await browser.takeImage('/plain');

  await eventually(() => expect(listBrowsers()).toEqual([]));
});

test('closes an idle browser and starts it again for the next capture', async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: { browserIdleMs: 50 } });
  browser.pages.put('/plain', '<p>Hello');

  await browser.takeImage('/plain');
  await eventually(() => expect(listBrowsers()).toEqual([]));

  await browser.takeImage('/plain');
});

test('ends a cancelled capture immediately and leaves nothing behind', async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: { navigationMs: 60_000, visitMs: 60_000 } });
  const cancelling = new AbortController();
  browser.pages.put('/slow', () => cancelling.abort());
  browser.pages.put('/plain', '<p>Hello');

  const outcome = await browser.capture(captureOf(browser.pages.url('/slow')), { signal: cancelling.signal });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'cancelled', retryable: false } });
  expect(await browser.capture(captureOf(browser.pages.url('/plain')), { signal: AbortSignal.abort() })).toMatchObject({
    failure: { code: 'cancelled' },
  });

  await browser.takeImage('/plain');
});

test('ends running captures and the browser on close', async () => {
  browser = await openTestBrowser({ limits: { navigationMs: 60_000, visitMs: 60_000 } });
  const opened = new Promise<void>((resolve) => {
    browser.pages.put('/slow', () => resolve());
  });

  const capturing = browser.take('/slow');
  await opened;
  await browser.close();

  expect(await capturing).toMatchObject({ failure: { code: 'cancelled' } });
  expect(listBrowsers()).toEqual([]);
});

test('runs captures side by side up to the limit, each with its own cookies', async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell() });
  browser.pages.put(
    '/cookie',
    '<title></title><script>document.title = document.cookie; document.cookie = "a=1"</script>',
  );

  const outcomes = await Promise.all([1, 2, 3].map(() => browser.takeImage('/cookie')));

  expect(outcomes.map(({ capture }) => capture.title)).toEqual(['', '', '']);
});

test('reports a browser that does not start until it does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  const executablePath = join(folder, 'chromium');
  const { executablePath: real, sandbox } = testChromium();
  browser = await openTestBrowser({ chromium: { executablePath, sandbox } });
  const before = browser.hasStarted();

  await expect(browser.ensure()).rejects.toThrow();
  const failed = browser.hasStarted();
  writeFileSync(executablePath, `#!/bin/sh\nexec '${real}' "$@"\n`, { mode: 0o755 });
  await browser.ensure();

  expect([before, failed, browser.hasStarted()]).toEqual([undefined, false, true]);
  rmSync(folder, { recursive: true });
});

/** A Chromium that this process does not own, as in another container. */
async function startForeignBrowser(): Promise<{ url: string; isRunning: () => boolean; stop: () => Promise<void> }> {
  const { executablePath, sandbox } = testChromium();
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const flags = [
    '--headless',
    // A window that is still opening delays connections.
    '--no-startup-window',
    '--no-first-run',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--proxy-server=127.0.0.1:9',
  ];
  const debugging = ['--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const browser = spawn(executablePath, [...flags, ...debugging, ...(sandbox ? [] : ['--no-sandbox'])], {
    stdio: 'ignore',
  });
  const ended = once(browser, 'exit');
  const [port] = await eventually(() => {
    const lines = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    expect(lines).toHaveLength(2);
    return lines;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    isRunning: () => browser.exitCode === null && browser.signalCode === null,
    async stop() {
      browser.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

test('uses a browser it does not own, keeps it off this machine, and leaves it running', async () => {
  const foreign = await startForeignBrowser();
  let canaryHits = 0;
  const canary = await listenLocally((_request, response) => {
    canaryHits += 1;
    response.end();
  });
  browser = await openTestBrowser({ chromium: { url: foreign.url } });
  browser.pages.put('/plain', `<title>Hello</title><img src="${canary.url}">`);
  try {
    expect((await browser.takeImage('/plain')).capture.title).toBe('Hello');
    await browser.close();

    expect(canaryHits).toBe(0);
    expect(foreign.isRunning()).toBe(true);
  } finally {
    await Promise.all([foreign.stop(), canary.close()]);
  }
});

test('closes a browser it does not own after its last allowed capture', async () => {
  const foreign = await startForeignBrowser();
  browser = await openTestBrowser({ chromium: { url: foreign.url }, limits: { browserCapturesMax: 2 } });
  browser.pages.put('/plain', '<p>Hello');
  try {
    await browser.takeImage('/plain');
    expect(foreign.isRunning()).toBe(true);
    await browser.takeImage('/plain');

    await eventually(() => expect(foreign.isRunning()).toBe(false));
  } finally {
    await foreign.stop();
  }
});

test.each([
  ['is missing', { executablePath: '/nowhere/chromium', sandbox: true }],
  ['does not start', { executablePath: '/bin/false', sandbox: true }],
  ['does not answer', { url: 'http://127.0.0.1:9' }],
])('reports captures as unavailable when the browser %s', async (_what, chromium) => {
  browser = await openTestBrowser({ chromium });

  await expect(browser.take('/plain')).rejects.toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE' });
});
