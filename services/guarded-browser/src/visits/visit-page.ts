import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { StartedBrowser } from '../chromium/start-browser.js';
import type { EgressJob } from '../egress-proxy/egress-job.js';
import type { EgressProxy } from '../egress-proxy/egress-proxy.js';
import type { EgressRules } from '../egress-proxy/egress-rules.js';
import { within } from './deadline.js';
import { OpenedPage } from './opened-page.js';
import { VisitFailure } from './visit-failure.js';
import type { VisitLimits } from './visit-limits.js';

const MEASURE_EVERY_MS = 1_000;

const MOBILE = { viewport: { width: 412, height: 915 }, isMobile: true, hasTouch: true };

/** How to view a page. */
export interface PageView {
  /** Size in CSS pixels; ignored for `mobile`, whose size is fixed. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly device: 'desktop' | 'mobile';
  readonly locale: string;
  /** IANA name. */
  readonly timezone: string;
}

export interface Visit {
  readonly view: PageView;
  readonly signal: AbortSignal;
  readonly started: StartedBrowser;
  readonly proxy: EgressProxy;
  readonly rules: EgressRules;
  readonly limits: VisitLimits;
  /** Kinds of resources that are not loaded, such as `media`. */
  readonly unwanted?: ReadonlySet<string>;
}

/**
 * Runs work on one page of a browser, in its own context with its own permission to use the proxy; both are removed before it returns. Ends early
 * when the signal aborts, the time or a budget is exhausted, or the browser dies. Throws `VisitFailure`.
 */
export async function visitPage<T>(visit: Visit, work: (page: OpenedPage) => Promise<T>): Promise<T> {
  const { started, proxy, rules, limits } = visit;
  const { bytesMax, connectionsMax, connectionIdleMs } = limits;
  const job = proxy.openJob({ bytesMax, connectionsMax, connectionIdleMs });
  const end = new VisitEnd();
  const stopWatching = watchForEnd(visit, job, end);
  const opening = started.browser.newContext(contextOptions(visit, job));
  try {
    const context = await end.orResult(opening);
    context.on('page', (page) => {
      page.on('crash', () => end.now('browser_crash'));
    });
    const visiting = async (): Promise<T> => {
      if (visit.unwanted) await refuse(context, visit.unwanted);
      return work(await OpenedPage.open(context, { job, rules, limits }));
    };
    return await end.orResult(visiting());
  } catch (error) {
    throw end.failure ?? readFailure(error);
  } finally {
    stopWatching();
    job.end();
    await closeContext(opening, started, limits);
  }
}

/** Ends a visit early, even while it waits. */
class VisitEnd {
  failure: VisitFailure | undefined;
  #reject: (failure: VisitFailure) => void = () => undefined;
  readonly #ended = new Promise<never>((_resolve, reject) => {
    this.#reject = reject;
  });

  constructor() {
    // Prevents an unhandled rejection when no caller waits yet.
    this.#ended.catch(() => undefined);
  }

  readonly now = (code: VisitFailure['code']): void => {
    this.failure ??= new VisitFailure(code);
    this.#reject(this.failure);
  };

  /** The result of work, unless the visit ends first; later errors are ignored. */
  orResult<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }
}

/** Watches for everything that ends a visit early; returns the function that stops watching. */
function watchForEnd({ signal, started, limits }: Visit, job: EgressJob, end: VisitEnd): () => void {
  const { browser } = started;
  const onAbort = (): void => end.now('cancelled');
  const onDisconnect = (): void => end.now('browser_crash');
  const onOverspent = (): void => end.now('response_too_large');
  const deadline = setTimeout(() => end.now('timeout'), limits.visitMs);
  const measuring = setInterval(() => {
    const check = async (): Promise<void> => {
      const bytes = await started.measureBytes();
      if (bytes !== undefined && bytes > limits.browserBytesMax) await started.end();
    };
    check().catch(() => undefined);
  }, MEASURE_EVERY_MS);
  signal.addEventListener('abort', onAbort, { once: true });
  job.overspent.signal.addEventListener('abort', onOverspent, { once: true });
  browser.on('disconnected', onDisconnect);
  if (signal.aborted) onAbort();
  if (!browser.isConnected()) onDisconnect();
  return () => {
    clearTimeout(deadline);
    clearInterval(measuring);
    signal.removeEventListener('abort', onAbort);
    browser.off('disconnected', onDisconnect);
  };
}

async function refuse(context: BrowserContext, unwanted: ReadonlySet<string>): Promise<void> {
  await context.route('**/*', (route) => {
    const answering = unwanted.has(route.request().resourceType()) ? route.abort() : route.continue();
    // A navigation cancels the page's pending requests.
    return answering.catch(() => undefined);
  });
}

function contextOptions({ view, started, proxy }: Visit, job: EgressJob): BrowserContextOptions {
  const { viewport, device, locale, timezone } = view;
  const isMobile = device === 'mobile';
  return {
    ...(isMobile ? MOBILE : { viewport }),
    userAgent: isMobile ? mobileAgent(started.version) : started.userAgent,
    deviceScaleFactor: 1,
    locale,
    timezoneId: timezone,
    proxy: { server: proxy.url, username: job.username, password: job.password },
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  };
}

/** The user agent that the same browser version would have on a phone. */
function mobileAgent(version: string): string {
  const [major = ''] = version.split('.');
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}

/** Maps an error to a `VisitFailure`; Playwright throws its own errors when the page or browser disappears. */
function readFailure(error: unknown): unknown {
  if (error instanceof VisitFailure || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') return new VisitFailure('timeout', { cause: error });
  const isGone = error.name === 'TargetClosedError' || /closed|crashed|disconnected/i.test(error.message);
  return isGone ? new VisitFailure('browser_crash', { cause: error }) : error;
}

/** Closes a context; a browser that cannot do so in time is killed without waiting. */
async function closeContext(
  opening: Promise<BrowserContext>,
  started: StartedBrowser,
  { closeMs }: VisitLimits,
): Promise<void> {
  const closing = opening.then((context) => context.close()).catch(() => undefined);
  await within(closing, closeMs).catch(() => void started.end());
}
