import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { testChromium } from '@svc/guarded-browser/testing/test-chromium';
import { openTestBrowser, type TestBrowser } from '../capture/testing/test-browser.js';
import { type BrowserHost, startBrowserHost } from './browser-host.js';
import { launchChromium } from './chromium-process.js';

const MB = 1_048_576;
/** Network interfaces, to find a non-loopback address for the browser and its proxy if the machine has one. */
const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const outside = interfaces.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
/** IPv6 loopback, when the machine has it. */
const ofIpv6 = interfaces.some(({ address }) => address === '::1') ? '[::1]' : outside;
const { executablePath, sandbox: mayHaveSandbox } = testChromium();
let host: BrowserHost | undefined;
const opened: TestBrowser[] = [];
const said: string[] = [];

afterEach(async () => {
  for (const browser of opened.splice(0)) await browser.close();
  await host?.close();
  said.length = 0;
});

async function start(bytesMax = 1_200 * MB): Promise<BrowserHost> {
  const log = (message: string): void => void said.push(message);
  host = await startBrowserHost({ executablePath, sandbox: 'preferred', port: 0, bytesMax, log });
  return host;
}

/** A capturing process that uses the host's browsers through a proxy on its own port. */
async function openReplica(limits = {}, address = outside): Promise<TestBrowser> {
  const chromium = { url: `ws://${address}:${host?.port}`, proxyPort: 0 };
  const browser = await openTestBrowser({ chromium, limits });
  opened.push(browser);
  browser.pages.put('/plain', '<title>Hello</title>');
  return browser;
}

const titleOf = async (browser: TestBrowser) => (await browser.takeImage('/plain')).capture.title;

async function upgrade(path: string): Promise<string> {
  const socket = connect(host?.port ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  return (await text(socket)).split('\r\n')[0] ?? '';
}

test('gives each process its own browser and proxy, and replaces a browser after its last allowed capture', async () => {
  await start();
  const [worn, other] = [await openReplica({ browserCapturesMax: 1 }), await openReplica({}, ofIpv6)];

  expect(await Promise.all([titleOf(worn), titleOf(other)])).toEqual(['Hello', 'Hello']);
  expect(await Promise.all([titleOf(worn), titleOf(other)])).toEqual(['Hello', 'Hello']);
});

test('kills a browser that uses too much memory and logs it', async () => {
  await start(1);
  const browser = await openReplica();

  await browser.take('/plain').catch(() => undefined);

  await eventually(() => expect(said.join('\n')).toMatch(/killed a browser that grew to \d+ MB/));
});

test('reports at once why Chromium does not start', async () => {
  const folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'no-chromium-'));
  const noChromium = join(folder, 'chromium');
  writeFileSync(noChromium, '#!/bin/sh\necho "no usable sandbox" >&2\nexit 3\n', { mode: 0o755 });

  const starting = launchChromium({ executablePath: noChromium, sandbox: true });

  await expect(starting).rejects.toThrow('Chromium exited with 3: no usable sandbox');
});

test('refuses a malformed proxy address', async () => {
  await start();

  expect(await upgrade('/?proxy=example.com:80')).toBe('HTTP/1.1 400 Bad Proxy');
  expect(await upgrade('/?proxy=10.0.0.1')).toBe('HTTP/1.1 400 Bad Proxy');
});

test('uses and reports the sandbox when available, and refuses to start without one when required', async () => {
  const { port, sandbox } = await start();
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);

  expect(await answer.json()).toEqual({ sandbox });
  if (!sandbox) expect(said.join('\n')).toMatch(/does not allow\. Chromium exited with \d+: ./);
  const required = startBrowserHost({
    executablePath,
    sandbox: 'required',
    port: 0,
    bytesMax: MB,
    log: () => undefined,
  });
  if (mayHaveSandbox && sandbox) await (await required).close();
  else await expect(required).rejects.toThrow(/must start in its sandbox/);
});
