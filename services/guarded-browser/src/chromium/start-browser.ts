import { createHash, X509Certificate } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';
import { within } from '../visits/deadline.js';
import { findChromium } from './find-chromium.js';
import { measureProcesses } from './process-memory.js';

const START_MS = 20_000;
/** Timeout of a DevTools request, and of the exit after SIGKILL. */
const ANSWER_MS = 2_000;
/** Heap limit of a page in megabytes. */
const SCRIPT_MEMORY = 512;

/** Default flags of Playwright that give pages needless permissions. */
const UNWANTED_FLAGS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--enable-unsafe-swiftshader'];

const FLAGS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // UDP would bypass the proxy. The name of this flag differs between versions.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Only the proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY}`,
];

export type ChromiumSource =
  | {
      /** Path of the executable; an installed Chromium when unset. */
      readonly executablePath?: string | undefined;
      readonly sandbox: boolean;
      /** Certificates (PEM) trusted in addition to the browser's own. */
      readonly trustedCertificates?: readonly string[] | undefined;
    }
  /**
   * DevTools address. `ws:` is a remote browser host, which starts a browser per connection; `http:` is a single running browser that shares this
   * machine's loopback address.
   */
  | {
      readonly url: string;
      /** Port on which the proxy listens for it, at this machine's address as seen by it; unset for a proxy on loopback. */
      readonly proxyPort?: number | undefined;
    };

/** A Chromium whose entire traffic goes through the proxy; only its contexts have the proxy's password. */
export interface StartedBrowser {
  readonly browser: Browser;
  readonly version: string;
  readonly userAgent: string;
  /** Whether this process owns it: no other job uses it, and a replacement is ready at once. */
  readonly isOwn: boolean;
  /** Whether it is shutting down, so that no work must start in it. */
  readonly isEnding: boolean;
  /** Memory of the browser; undefined when unknown. Rejects when the browser does not respond. */
  measureBytes(): Promise<number | undefined>;
  /**
   * Ends the browser: one started here is killed if it does not close in time, and an external one gets a close command, so that its supervisor
   * restarts it.
   */
  end(): Promise<void>;
  /** The same, except that an external browser is only disconnected. */
  leave(): Promise<void>;
}

/** Starts or connects to a browser. Throws when none is available or it does not start. It has `closeMs` to close. */
export async function startBrowser(source: ChromiumSource, proxyUrl: string, closeMs: number): Promise<StartedBrowser> {
  const isLocal = !('url' in source);
  const browser = isLocal ? await launch(source, proxyUrl) : await connect(source.url, proxyUrl);
  const isOwn = isLocal || isHost(source.url);
  try {
    return await within(describe(browser, { isLocal, isOwn, closeMs }), START_MS);
  } catch (error) {
    void close(browser);
    throw error;
  }
}

interface Kind {
  /** Whether its processes run on this machine. */
  readonly isLocal: boolean;
  readonly isOwn: boolean;
  readonly closeMs: number;
}

async function describe(browser: Browser, { isLocal, isOwn, closeMs }: Kind): Promise<StartedBrowser> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  // Read now, because a browser that hangs does not report it.
  const [processId] = isLocal ? await listProcesses(session, 'browser') : [];
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> =>
    (ending ??= isLocal ? endOwn(browser, processId, closeMs) : endForeign(browser, session));
  return {
    browser,
    version: browser.version(),
    // Some hosts refuse visitors with this word in their user agent.
    userAgent: userAgent.replace('HeadlessChrome', 'Chrome'),
    isOwn,
    get isEnding() {
      return ending !== undefined;
    },
    // Process ids of another container are meaningless here.
    measureBytes: async () => (isLocal ? measureProcesses(await within(listProcesses(session), ANSWER_MS)) : undefined),
    end,
    leave: () => (isOwn ? end() : Promise.race([close(browser), pause(ANSWER_MS)])),
  };
}

/** The library takes 32 MB and a second, so it is loaded on first use. */
const loadChromium = async () => (await import('playwright-core')).chromium;

function isHost(url: string): boolean {
  return /^wss?:/.test(url);
}

async function connect(url: string, proxyUrl: string): Promise<Browser> {
  const chromium = await loadChromium();
  const endpoint = new URL(url);
  if (isHost(url)) endpoint.searchParams.set('proxy', new URL(proxyUrl).host);
  return chromium.connectOverCDP(endpoint.href, { timeout: START_MS });
}

async function launch(source: Exclude<ChromiumSource, { url: string }>, proxyUrl: string): Promise<Browser> {
  const executablePath = source.executablePath ?? findChromium();
  if (!executablePath) throw new Error('There is no Chromium on this machine.');
  const chromium = await loadChromium();
  return chromium.launch({
    executablePath,
    chromiumSandbox: source.sandbox,
    args: [...FLAGS, ...trustFlags(source.trustedCertificates)],
    ignoreDefaultArgs: UNWANTED_FLAGS,
    proxy: { server: proxyUrl },
    // The process itself shuts down in order, after current visits.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: START_MS,
    // Without this process's own environment, which includes secrets.
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8' },
  });
}

/** Flags that trust the certificates, also for hosts with strict transport security, for which a context's `ignoreHTTPSErrors` does not work. */
function trustFlags(certificates: readonly string[] = []): string[] {
  if (certificates.length === 0) return [];
  const keys = certificates.map((certificate) => {
    const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('base64');
  });
  return [`--ignore-certificate-errors-spki-list=${keys.join(',')}`];
}

async function listProcesses(session: CDPSession, type?: string): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter((process) => type === undefined || process.type === type).map(({ id }) => id);
}

/** Closes a browser, and kills it if it does not close in time. */
async function endOwn(browser: Browser, processId: number | undefined, closeMs: number): Promise<void> {
  const closing = close(browser).then(() => true);
  if (await Promise.race([closing, pause(closeMs, false)])) return;
  if (processId !== undefined) kill(processId);
  await Promise.race([closing, pause(ANSWER_MS)]);
}

async function endForeign(browser: Browser, session: CDPSession): Promise<void> {
  await within(session.send('Browser.close'), ANSWER_MS).catch(() => undefined);
  await Promise.race([close(browser), pause(ANSWER_MS)]);
}

async function close(browser: Browser): Promise<void> {
  await browser.close().catch(() => undefined);
}

/** Kills a browser's process group; it may be gone already. */
function kill(processId: number): void {
  for (const target of [-processId, processId]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // ESRCH: no such group or process.
    }
  }
}
