import { createAdmission } from '@svc/chassis/limits/admission';
import { appError, type AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import { CAPTURE_LIMITS, type CaptureLimits } from './capture-limits.js';
import { capturePage } from './capture-page.js';
import type { CaptureOutcome, CaptureRequest } from './capture-request.js';
import { openEgressProxy, type EgressProxy } from '@svc/guarded-browser/egress-proxy/egress-proxy';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';
import { ownAddressTowards } from '@svc/guarded-browser/chromium/own-address';
import { startBrowser, type ChromiumSource, type StartedBrowser } from '@svc/guarded-browser/chromium/start-browser';
import { visitPage } from '@svc/guarded-browser/visits/visit-page';

const RETRY_AFTER_SECONDS = 30;
const WAITING_MAX = 2;

export interface BrowserOptions extends EgressRules {
  readonly chromium: ChromiumSource;
  readonly log: Log;
  readonly limits?: Partial<CaptureLimits>;
}

/** The browser of this process: started when it is needed, replaced before it grows old, closed when idle. */
export interface Browser {
  /**
   * Captures a page. The outcome holds failures; only a missing or busy browser is thrown, as UNAVAILABLE.
   * Ends at once when the signal is aborted, with `cancelled`.
   */
  capture(request: CaptureRequest, options: { readonly signal: AbortSignal }): Promise<CaptureOutcome>;
  /** Starts the browser, unless it has started before and has not failed to since. Rejects when it does not start. */
  ensure(): Promise<void>;
  /** Whether it started the last time; undefined before the first. */
  hasStarted(): boolean | undefined;
  /** Ends the browser that runs now, whatever it is at: it hangs. The next capture has another one. */
  retire(): void;
  /** Ends all captures, as `cancelled`, and the browser. */
  close(): Promise<void>;
}

/** Why a capture is UNAVAILABLE, when it is for the lack of a browser that starts. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';

  constructor(cause?: unknown) {
    super('The browser that captures pages does not start.', { cause });
  }
}

interface Instance {
  readonly started: StartedBrowser;
  readonly startedAt: number;
  captures: number;
  running: number;
  isRetired: boolean;
}

/** Starts nothing yet. */
export function openBrowser(options: BrowserOptions): Browser {
  return new BrowserPool(options);
}

class BrowserPool implements Browser {
  readonly #limits: CaptureLimits;
  readonly #admit;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #ending = new Set<Promise<void>>();
  #proxy: Promise<EgressProxy> | undefined;
  #instance: Promise<Instance> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #hasStarted: boolean | undefined;

  readonly #options: BrowserOptions;

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.#limits = { ...CAPTURE_LIMITS, ...options.limits };
    this.#admit = createAdmission({
      capacity: this.#limits.parallelMax,
      waitingMax: WAITING_MAX,
      waitMs: this.#limits.roomMs,
      refusal: () => unavailable('Too many captures are running; try again in a moment.'),
    });
  }

  async capture(request: CaptureRequest, { signal }: { readonly signal: AbortSignal }): Promise<CaptureOutcome> {
    const leave = await this.#admit(1);
    const capturing = this.#captureTwice(request, AbortSignal.any([signal, this.#closing.signal]));
    this.#running.add(capturing);
    try {
      return await capturing;
    } finally {
      this.#running.delete(capturing);
      leave();
    }
  }

  async ensure(): Promise<void> {
    if (this.#hasStarted !== true) await this.#withInstance(this.#closing.signal, async () => undefined);
  }

  hasStarted(): boolean | undefined {
    return this.#hasStarted;
  }

  retire(): void {
    const retire = async (): Promise<void> => {
      const instance = await this.#instance;
      if (!instance) return;
      instance.isRetired = true;
      this.#end(instance);
    };
    retire().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    await Promise.allSettled(this.#ending);
    clearTimeout(this.#idle);
    const instance = await this.#instance?.catch(() => undefined);
    await instance?.started.leave();
    await (await this.#proxy?.catch(() => undefined))?.close();
  }

  /** A crash may be another page's doing, so a capture that met one is repeated, once. */
  async #captureTwice(request: CaptureRequest, signal: AbortSignal): Promise<CaptureOutcome> {
    const first = await this.#captureOnce(request, signal);
    if (first.ok || first.failure.code !== 'browser_crash') return first;
    this.#options.log.warn('a capture met a crash of the browser and is repeated');
    return this.#captureOnce(request, signal);
  }

  async #captureOnce(request: CaptureRequest, signal: AbortSignal): Promise<CaptureOutcome> {
    try {
      return await this.#withInstance(signal, async ({ started }) => {
        const limits = this.#limits;
        const visit = { view: request, signal, started, proxy: await this.#openProxy(), rules: this.#options, limits };
        return visitPage(visit, (page) => capturePage(page, { request, limits, version: started.version }));
      });
    } catch (error) {
      if (!(error instanceof VisitFailure)) throw error;
      return { ok: false, failure: { code: error.code, message: error.message, retryable: error.retryable } };
    }
  }

  /** Callers who leave do not wait for a browser that is starting; the next caller uses it. */
  async #withInstance<T>(signal: AbortSignal, work: (instance: Instance) => Promise<T>): Promise<T> {
    if (signal.aborted) throw new VisitFailure('cancelled');
    const entering = this.#enter();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<undefined>();
    const onAbort = (): void => cancel(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    // A combined signal lives as long as it has a listener.
    const instance = await Promise.race([entering, cancelled]).finally(() =>
      signal.removeEventListener('abort', onAbort),
    );
    if (!instance) {
      entering.then((entered) => this.#leave(entered)).catch(() => undefined);
      throw new VisitFailure('cancelled');
    }
    try {
      return await work(instance);
    } finally {
      await this.#leave(instance);
    }
  }

  async #enter(): Promise<Instance> {
    clearTimeout(this.#idle);
    const starting = (this.#instance ??= this.#start());
    const instance = await starting.catch((error: unknown) => {
      if (this.#instance === starting) this.#instance = undefined;
      // It is tried again and again; said once is enough.
      const isKnown = this.#hasStarted === false;
      this.#hasStarted = false;
      if (!isKnown) this.#options.log.error({ err: error }, 'the browser that captures pages does not start');
      throw unavailable(
        'Pages cannot be captured at present; upload an image, or try again later.',
        new NoBrowser(error),
      );
    });
    const { isEnding, browser } = instance.started;
    const isGone = instance.isRetired || isEnding || !browser.isConnected();
    if (isGone) {
      if (this.#instance === starting) this.#instance = undefined;
      return this.#enter();
    }
    instance.running += 1;
    instance.captures += 1;
    return instance;
  }

  async #leave(instance: Instance): Promise<void> {
    instance.running -= 1;
    instance.isRetired ||= await this.#isWorn(instance);
    if (instance.isRetired && instance.running === 0) this.#end(instance);
    if (this.#running.size <= 1) this.#closeWhenIdle();
  }

  /** Only closing the whole pool waits for a browser to close. */
  #end(instance: Instance): void {
    const ending = instance.started.end();
    this.#ending.add(ending);
    ending.finally(() => this.#ending.delete(ending)).catch(() => undefined);
  }

  async #isWorn({ captures, startedAt, started }: Instance): Promise<boolean> {
    const { browserCapturesMax, browserAgeMs, browserBytes } = this.#limits;
    if (captures >= browserCapturesMax || performance.now() - startedAt >= browserAgeMs) return true;
    if (started.isEnding || !started.browser.isConnected()) return true;
    const bytes = await started.measureBytes().catch(() => undefined);
    return bytes !== undefined && bytes >= browserBytes;
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const retire = async (): Promise<void> => {
        const instance = await this.#instance;
        if (!instance || instance.running > 0) return;
        // What restarts a browser that runs on its own may take its time over it.
        if (!instance.started.isOwn && !(await this.#isWorn(instance))) return this.#closeWhenIdle();
        instance.isRetired = true;
        this.#end(instance);
      };
      retire().catch(() => undefined);
    }, this.#limits.browserIdleMs).unref();
  }

  async #start(): Promise<Instance> {
    const { url } = await this.#openProxy();
    const started = await startBrowser(this.#options.chromium, url, this.#limits.closeMs);
    this.#hasStarted = true;
    return { started, startedAt: performance.now(), captures: 0, running: 0, isRetired: false };
  }

  #openProxy(): Promise<EgressProxy> {
    this.#proxy ??= openProxyFor(this.#options).catch((error: unknown) => {
      this.#proxy = undefined;
      throw error;
    });
    return this.#proxy;
  }
}

/** On loopback, or on the address of this machine that a browser elsewhere sees. */
async function openProxyFor(options: BrowserOptions): Promise<EgressProxy> {
  const { chromium } = options;
  if (!('url' in chromium) || chromium.proxyPort === undefined) return openEgressProxy(options);
  return openEgressProxy(options, { host: await ownAddressTowards(chromium.url), port: chromium.proxyPort });
}

function unavailable(message: string, cause?: unknown): AppError {
  return appError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
