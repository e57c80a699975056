import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { CaptureFailure } from './capture-failure.js';
import type { CaptureLimits } from './capture-limits.js';
import { capturePage, type PageCapture } from './capture-page.js';
import type { CaptureOutcome, CaptureRequest } from './capture-request.js';
import type { TargetRules } from './capture-target.js';
import { within } from './deadline.js';
import type { EgressJob } from './egress-proxy/egress-job.js';
import type { EgressProxy } from './egress-proxy/egress-proxy.js';
import type { StartedBrowser } from './start-browser.js';

const MEASURE_EVERY_MS = 1_000;

const MOBILE = { viewport: { width: 412, height: 915 }, isMobile: true, hasTouch: true };

export interface CaptureRun {
  readonly request: CaptureRequest;
  readonly signal: AbortSignal;
  readonly started: StartedBrowser;
  readonly proxy: EgressProxy;
  readonly rules: TargetRules;
  readonly limits: CaptureLimits;
}

/**
 * Runs one capture in a browser, in a context of its own with a right to the proxy of its own; both are gone when it answers. Throws
 * `CaptureFailure`.
 */
export async function runCapture(run: CaptureRun): Promise<Extract<CaptureOutcome, { ok: true }>> {
  const { request, started, proxy, rules, limits } = run;
  const { bytesMax, connectionsMax, connectionIdleMs } = limits;
  const job = proxy.openJob({ bytesMax, connectionsMax, connectionIdleMs });
  const end = new CaptureEnd();
  const stopWatching = watchForEnd(run, job, end);
  const opening = started.browser.newContext(contextOptions(run, job));
  try {
    const context = await end.orResult(opening);
    context.on('page', (page) => {
      page.on('crash', () => end.now('browser_crash'));
    });
    const capture: PageCapture = { request, context, job, rules, limits, version: started.version };
    return await end.orResult(capturePage(capture));
  } catch (error) {
    throw end.failure ?? readFailure(error);
  } finally {
    stopWatching();
    job.end();
    await closeContext(opening, started, limits);
  }
}

/** Ends a capture from outside, whatever it is waiting for. */
class CaptureEnd {
  failure: CaptureFailure | undefined;
  #reject: (failure: CaptureFailure) => void = () => undefined;
  readonly #ended = new Promise<never>((_resolve, reject) => {
    this.#reject = reject;
  });

  constructor() {
    // Whoever waits is told; there may be nobody yet.
    this.#ended.catch(() => undefined);
  }

  readonly now = (code: CaptureFailure['code']): void => {
    this.failure ??= new CaptureFailure(code);
    this.#reject(this.failure);
  };

  /** What work answers, unless the capture ends first; what it throws then is nobody's. */
  orResult<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }
}

/** Everything that ends a capture before its time; answers what stops looking for it. */
function watchForEnd({ signal, started, limits }: CaptureRun, job: EgressJob, end: CaptureEnd): () => void {
  const { browser } = started;
  const onAbort = (): void => end.now('cancelled');
  const onDisconnect = (): void => end.now('browser_crash');
  const onOverspent = (): void => end.now('response_too_large');
  const deadline = setTimeout(() => end.now('timeout'), limits.captureMs);
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

function contextOptions({ request, started, proxy }: CaptureRun, job: EgressJob): BrowserContextOptions {
  const { viewport, device, locale, timezone } = request;
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

/** What the same browser says of itself on a phone, as far as it says anything there. */
function mobileAgent(version: string): string {
  const [major = ''] = version.split('.');
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}

/** Playwright throws errors of its own when page or browser go away. */
function readFailure(error: unknown): unknown {
  if (error instanceof CaptureFailure || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') return new CaptureFailure('timeout', { cause: error });
  const isGone = error.name === 'TargetClosedError' || /closed|crashed|disconnected/i.test(error.message);
  return isGone ? new CaptureFailure('browser_crash', { cause: error }) : error;
}

/** A browser that cannot even close a context is ended, which nobody waits for. */
async function closeContext(
  opening: Promise<BrowserContext>,
  started: StartedBrowser,
  { closeMs }: CaptureLimits,
): Promise<void> {
  const closing = opening.then((context) => context.close()).catch(() => undefined);
  await within(closing, closeMs).catch(() => void started.end());
}
