import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { createAdmission } from '@svc/chassis/limits/admission';
import type { Log } from '@svc/chassis/logging/log';
import { localAddressFor } from '@svc/guarded-browser/chromium/local-address';
import { type ChromiumSource, startBrowser, type StartedBrowser } from '@svc/guarded-browser/chromium/start-browser';
import { type EgressProxy, openEgressProxy } from '@svc/guarded-browser/egress-proxy/egress-proxy';
import type { EgressRules } from '@svc/guarded-browser/egress-proxy/egress-rules';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import { visitPage } from '@svc/guarded-browser/visits/visit-page';
import { CAPTURE_LIMITS, type CaptureLimits } from './capture-limits.js';
import { capturePage } from './capture-page.js';
import type { CaptureOutcome, CaptureRequest } from './capture-request.js';

const RETRY_AFTER_SECONDS = 30;
const WAITING_MAX = 2;

export interface BrowserOptions extends EgressRules {
  readonly chromium: ChromiumSource;
  readonly log: Log;
  readonly limits?: Partial<CaptureLimits>;
}

/** The browser of this process: started on demand, replaced before it wears out, closed when idle. */
export interface Browser {
  /**
   * Captures a page. Failures are part of the outcome; only a missing or busy browser throws UNAVAILABLE. Ends with `cancelled` as soon as
   * the signal aborts.
   */
  capture(request: CaptureRequest, options: { readonly signal: AbortSignal }): Promise<CaptureOutcome>;
  /** Starts the browser unless the last start succeeded. Rejects when it does not start. */
  ensure(): Promise<void>;
  /** Whether the last start succeeded; undefined before the first. */
  hasStarted(): boolean | undefined;
  /** Kills the current, hanging browser along with its captures. The next capture starts another one. */
  retire(): void;
  /** Ends all captures as `cancelled`, and the browser. */
  close(): Promise<void>;
}

/** Cause of UNAVAILABLE when no browser starts. */
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

/** Creates the pool without starting a browser. */
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

  /** Another page may have caused the crash, so repeat the capture once. */
  async #captureTwice(request: CaptureRequest, signal: AbortSignal): Promise<CaptureOutcome> {
    const first = await this.#captureOnce(request, signal);
    if (first.ok || first.failure.code !== 'browser_crash') return first;
    this.#options.log.warn('the browser crashed; repeating the capture');
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

  /** Callers who abort do not wait for a starting browser; the next caller uses it. */
  async #withInstance<T>(signal: AbortSignal, work: (instance: Instance) => Promise<T>): Promise<T> {
    if (signal.aborted) throw new VisitFailure('cancelled');
    const entering = this.#enter();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<undefined>();
    const onAbort = (): void => cancel(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    // A combined signal stays alive while it has a listener.
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
      // Starting is retried often; log the first failure only.
      const isKnown = this.#hasStarted === false;
      this.#hasStarted = false;
      if (!isKnown) this.#options.log.error({ err: error }, 'the browser that captures pages did not start');
      throw unavailable(
        'Pages cannot be captured right now. Upload an image, or try again later.',
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
        // Restarting a browser that this process does not own may take long, so keep it until it wears out.
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

/** Opens the proxy on loopback, or on this machine's address that a remote browser can reach. */
async function openProxyFor(options: BrowserOptions): Promise<EgressProxy> {
  const { chromium } = options;
  if (!('url' in chromium) || chromium.proxyPort === undefined) return openEgressProxy(options);
  return openEgressProxy(options, { host: await localAddressFor(chromium.url), port: chromium.proxyPort });
}

function unavailable(message: string, cause?: unknown): AppError {
  return appError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
