import { createLog } from '@svc/chassis/logging/log';
import { PAGE_HOST, type PageServer, startPageServer } from '@svc/guarded-browser/testing/page-server';
import { PATIENT_LIMITS } from '@svc/guarded-browser/testing/patient-limits';
import { testChromium } from '@svc/guarded-browser/testing/test-chromium';
import { type Browser, type BrowserOptions, openBrowser } from '../browser-pool.js';
import type { CaptureOutcome, CaptureRequest, Failure } from '../capture-request.js';

/** Shorter than in production for limits that do not fail a capture. */
const LIMITS = {
  ...PATIENT_LIMITS,
  loadMs: 700,
  selectorMs: 1_500,
  consentMs: 1_500,
  roomMs: 25_000,
  bytesMax: 4_000_000,
};

export interface TestBrowser extends Browser {
  readonly pages: PageServer;
  /** Captures a path of the page server, or an absolute address. */
  readonly take: (target: string, request?: Partial<CaptureRequest>) => Promise<CaptureOutcome>;
  /** Captures, and throws when there is no image. */
  readonly takeImage: (
    target: string,
    request?: Partial<CaptureRequest>,
  ) => Promise<Extract<CaptureOutcome, { ok: true }>>;
  /** Captures, and throws when there is an image. */
  readonly takeFailure: (target: string, request?: Partial<CaptureRequest>) => Promise<Failure>;
}

export function captureOf(sourceUrl: string, request: Partial<CaptureRequest> = {}): CaptureRequest {
  return {
    sourceUrl,
    captureUrl: null,
    canonicalKey: null,
    selector: null,
    waitForSelector: null,
    clip: null,
    fullPage: false,
    viewport: { width: 640, height: 480 },
    device: 'desktop',
    locale: 'en-US',
    timezone: 'UTC',
    format: 'png',
    quality: null,
    consent: 'reject',
    delayMs: 0,
    ...request,
  };
}

/** The machine's Chromium, allowed to reach one web server; `lookup` resolves other names, by default to nothing. */
export async function openTestBrowser(options: Partial<BrowserOptions> = {}): Promise<TestBrowser> {
  const pages = await startPageServer();
  const browser = openBrowser({
    chromium: testChromium(),
    ownHosts: new Set(['dealbridge.example.com']),
    allowed: new Set([pages.target]),
    log: createLog('test', 'fatal'),
    ...options,
    lookup: async (name) => (name === PAGE_HOST ? ['127.0.0.1'] : ((await options.lookup?.(name)) ?? [])),
    limits: { ...LIMITS, ...options.limits },
  });
  const take: TestBrowser['take'] = (target, request) => {
    const url = target.startsWith('/') ? pages.url(target) : target;
    return browser.capture(captureOf(url, request), { signal: AbortSignal.timeout(85_000) });
  };
  return {
    pages,
    take,
    async takeImage(target, request) {
      const outcome = await take(target, request);
      if (!outcome.ok) throw new Error(`Expected an image, got ${outcome.failure.code}: ${outcome.failure.message}`);
      return outcome;
    },
    async takeFailure(target, request) {
      const outcome = await take(target, request);
      if (outcome.ok) throw new Error('Expected a failure, got an image.');
      return outcome.failure;
    },
    capture: (request, capturing) => browser.capture(request, capturing),
    retire: () => browser.retire(),
    ensure: () => browser.ensure(),
    hasStarted: () => browser.hasStarted(),
    async close() {
      await browser.close();
      await pages.close();
    },
  };
}
