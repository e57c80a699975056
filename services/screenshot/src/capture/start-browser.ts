import { tmpdir } from 'node:os';
import type { Browser, CDPSession } from 'playwright-core';
import { findChromium } from './find-chromium.js';
import { measureProcesses } from './process-memory.js';

const START_MS = 20_000;
const CLOSE_MS = 5_000;
/** Megabytes of the objects of one page's scripts. */
const SCRIPT_MEMORY = 512;

/** Playwright's own flags that open a page more than a captured one needs. */
const UNWANTED_FLAGS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--enable-unsafe-swiftshader'];

const FLAGS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Its names differ from version to version; UDP would go past the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Names are looked up by the proxy alone.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY}`,
];

export type ChromiumSource =
  | {
      /** The machine's when absent. */
      readonly executablePath?: string | undefined;
      readonly sandbox: boolean;
    }
  /** DevTools address of a browser that runs already and has the same loopback address. */
  | { readonly url: string };

/** A Chromium that all traffic of leaves by the proxy, whose password only its contexts have. */
export interface StartedBrowser {
  readonly browser: Browser;
  readonly version: string;
  readonly userAgent: string;
  /** Undefined where it cannot be told. */
  measureBytes(): Promise<number | undefined>;
  /** Ends it, or leaves it when it was not started here. */
  stop(): Promise<void>;
}

/** Throws when there is no browser, or it does not start. */
export async function startBrowser(source: ChromiumSource, proxyUrl: string): Promise<StartedBrowser> {
  const isOwn = !('url' in source);
  const browser = isOwn ? await launch(source, proxyUrl) : await connect(source.url);
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  return {
    browser,
    version: browser.version(),
    // Hosts that turn away every automatic visitor by this word would otherwise be seen by nobody.
    userAgent: userAgent.replace('HeadlessChrome', 'Chrome'),
    // Ids of another container's processes say nothing here.
    measureBytes: async () => (isOwn ? measureProcesses(await listProcesses(session)) : undefined),
    stop: () => stop(browser, isOwn ? session : undefined),
  };
}

/** The library takes 32 MB and a second, which is for those that capture. */
const loadChromium = async () => (await import('playwright-core')).chromium;

async function connect(url: string): Promise<Browser> {
  const chromium = await loadChromium();
  return chromium.connectOverCDP(url, { timeout: START_MS });
}

async function launch(source: Exclude<ChromiumSource, { url: string }>, proxyUrl: string): Promise<Browser> {
  const executablePath = source.executablePath ?? findChromium();
  if (!executablePath) throw new Error('There is no Chromium on this machine.');
  const chromium = await loadChromium();
  return chromium.launch({
    executablePath,
    chromiumSandbox: source.sandbox,
    args: FLAGS,
    ignoreDefaultArgs: UNWANTED_FLAGS,
    proxy: { server: proxyUrl },
    // Captures that run are ended in order; the service decides when.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: START_MS,
    // Nothing of this process's own settings, which hold secrets.
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8' },
  });
}

async function listProcesses(session: CDPSession, type?: string): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter((process) => type === undefined || process.type === type).map(({ id }) => id);
}

/** A browser that does not close by itself in time is killed. */
async function stop(browser: Browser, ownSession: CDPSession | undefined): Promise<void> {
  const [id] = ownSession && browser.isConnected() ? await listProcesses(ownSession, 'browser').catch(() => []) : [];
  const timer = setTimeout(() => {
    if (id !== undefined) process.kill(id, 'SIGKILL');
  }, CLOSE_MS);
  await browser.close().catch(() => undefined);
  clearTimeout(timer);
}
