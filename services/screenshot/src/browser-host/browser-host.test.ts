import { afterEach, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { eventually } from '@svc/chassis/testing/eventually';
import { testChromium } from '@svc/guarded-browser/testing/test-chromium';
import { openTestBrowser, type TestBrowser } from '../capture/testing/test-browser.js';
import { startBrowserHost, type BrowserHost } from './browser-host.js';

const MB = 1_048_576;
/** One that other machines see, where there is one: neither the browser nor its proxy is on loopback then. */
const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const outside = interfaces.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
/** One of the other family, where the machine has it. */
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

/** A process that captures with browsers of the host, by a proxy at a port of its own. */
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

test('each process has a browser of its own, by its own proxy, and a new one after so many captures', async () => {
  await start();
  const [worn, other] = [await openReplica({ browserCapturesMax: 1 }), await openReplica({}, ofIpv6)];

  expect(await Promise.all([titleOf(worn), titleOf(other)])).toEqual(['Hello', 'Hello']);
  expect(await Promise.all([titleOf(worn), titleOf(other)])).toEqual(['Hello', 'Hello']);
});

test('a browser that has grown too large is ended, and says so', async () => {
  await start(1);
  const browser = await openReplica();

  await browser.take('/plain').catch(() => undefined);

  await eventually(() => expect(said.join('\n')).toMatch(/a browser has grown to \d+ MB and is ended/));
});

test('what is no address of a proxy is refused', async () => {
  await start();

  expect(await upgrade('/?proxy=example.com:80')).toBe('HTTP/1.1 400 Bad Proxy');
  expect(await upgrade('/?proxy=10.0.0.1')).toBe('HTTP/1.1 400 Bad Proxy');
});

test('the sandbox is used where it can be had, and is said to be; without it there is no start where it is required', async () => {
  const { port, sandbox } = await start();
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);

  expect(await answer.json()).toEqual({ sandbox });
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
