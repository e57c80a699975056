import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ChromiumOptions, type ChromiumProcess, launchChromium } from './chromium-process.js';

/** Maximum concurrent browsers; each capturing process uses one. */
const BROWSERS_MAX = 4;
const MEASURE_EVERY_MS = 1_000;
/** Milliseconds a browser has to answer a health check, and consecutive misses before it is killed. */
const ANSWER_MS = 3_000;
const MISSES_MAX = 3;

export interface BrowserHostOptions {
  readonly executablePath: string;
  /** `preferred`: use Chromium's sandbox when available; `required`: do not start without it. */
  readonly sandbox: 'preferred' | 'required';
  readonly port: number;
  /** Memory at which a browser is killed. */
  readonly bytesMax: number;
  readonly log: (message: string) => void;
}

export interface BrowserHost {
  readonly port: number;
  /** Whether pages run in the sandbox. */
  readonly sandbox: boolean;
  /** Kills all browsers. */
  close(): Promise<void>;
}

/**
 * Starts a fresh Chromium for every WebSocket connection and kills it on disconnect, so that a browser that exits, hangs or grows affects
 * no other connection. `/?proxy=<address>:<port>` sets the proxy through which all its traffic goes. `/json/version` is the health check.
 * Throws when no browser starts, or none starts in a required sandbox.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const sandbox = await tryOut(options);
  const browsers = new Set<ChromiumProcess>();
  const misses = new WeakMap<ChromiumProcess, number>();
  let starting = 0;

  const start = async (proxy: ChromiumOptions['proxy']): Promise<ChromiumProcess> => {
    starting += 1;
    try {
      const browser = await launchChromium({ executablePath: options.executablePath, sandbox, proxy });
      browsers.add(browser);
      void browser.ended.then(() => browsers.delete(browser));
      return browser;
    } finally {
      starting -= 1;
    }
  };
  const attend = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy());
    if (browsers.size + starting >= BROWSERS_MAX) return refuse(socket, '503 Too Many Browsers');
    const proxy = readProxy(request.url ?? '');
    if (proxy === null) return refuse(socket, '400 Bad Proxy');
    const browser = await start(proxy).catch((error: unknown) => {
      options.log(`a browser did not start: ${String(error)}`);
      return undefined;
    });
    if (!browser) return refuse(socket, '503 No Browser');
    relay(request, socket, head, browser);
  };
  /** Kills a browser after three consecutive missed health checks. */
  const lookAfter = async (browser: ChromiumProcess): Promise<void> => {
    const url = `http://127.0.0.1:${browser.port}/json/version`;
    const isWell = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    const missed = isWell ? 0 : (misses.get(browser) ?? 0) + 1;
    misses.set(browser, missed);
    if (missed < MISSES_MAX) return;
    options.log('killed a browser that did not answer');
    browser.kill();
  };
  const server = createServer((request, response) => {
    if (request.url !== '/json/version') {
      response.writeHead(404).end();
      return;
    }
    void Promise.all([...browsers].map(lookAfter));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ sandbox }));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    attend(request, socket, head).catch(() => socket.destroy());
  });
  const measuring = setInterval(() => {
    for (const browser of browsers) void endWhenLarge(browser, options);
  }, MEASURE_EVERY_MS);
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(options.port, resolve));

  return {
    port: (server.address() as AddressInfo).port,
    sandbox,
    async close() {
      clearInterval(measuring);
      const ended = [...browsers].map(({ ended }) => ended);
      for (const browser of browsers) browser.kill();
      server.close();
      server.closeAllConnections();
      await Promise.all(ended);
    },
  };
}

/** Whether Chromium starts in its sandbox. */
async function tryOut({ executablePath, sandbox, log }: BrowserHostOptions): Promise<boolean> {
  const starts = async (options: ChromiumOptions): Promise<void> => {
    const browser = await launchChromium(options);
    browser.kill();
    await browser.ended;
  };
  try {
    await starts({ executablePath, sandbox: true });
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (sandbox === 'required')
      throw new Error(`Chromium must start in its sandbox but did not. ${reason}`, { cause: error });
    await starts({ executablePath, sandbox: false });
    log(`pages open without Chromium's sandbox, which this machine does not allow. ${reason}`);
    return false;
  }
}

/** The proxy address in a URL; undefined when it names none, null when it is malformed. */
function readProxy(url: string): { host: string; port: number } | undefined | null {
  const proxy = URL.parse(url, 'http://host')?.searchParams.get('proxy');
  if (proxy === null || proxy === undefined) return undefined;
  const { hostname = '', port = '' } = URL.parse(`http://${proxy}`) ?? {};
  return isIP(hostname.replace(/^\[|\]$/g, '')) && port !== '' ? { host: hostname, port: Number(port) } : null;
}

/** Pipes bytes both ways, unparsed, until either side closes; kills the browser when the client disconnects. */
function relay(request: IncomingMessage, client: Duplex, head: Buffer, browser: ChromiumProcess): void {
  const { port, path } = browser;
  if (client.destroyed) return browser.kill();
  const remote = connect(port, '127.0.0.1');
  remote.on('error', () => remote.destroy());
  const fields = request.rawHeaders.flatMap((name, at, all) =>
    at % 2 === 0 && !/^(?:host|origin)$/i.test(name) ? [`${name}: ${all[at + 1] ?? ''}`] : [],
  );
  remote.write([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...fields, '', ''].join('\r\n'));
  remote.write(head);
  client.pipe(remote);
  remote.pipe(client);
  client.once('close', () => {
    remote.destroy();
    browser.kill();
  });
  remote.once('close', () => client.destroy());
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

async function endWhenLarge(browser: ChromiumProcess, { bytesMax, log }: BrowserHostOptions): Promise<void> {
  const bytes = await browser.measureBytes().catch(() => undefined);
  if (bytes === undefined || bytes < bytesMax) return;
  log(`killed a browser that grew to ${Math.round(bytes / 1_048_576)} MB`);
  browser.kill();
}
