import { type FailureCode, VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import type { Browser } from '../../capture/browser-pool.js';
import type { CaptureOutcome, CaptureRequest } from '../../capture/capture-request.js';

/** A capture requested of the fake browser. */
export interface AskedCapture {
  readonly request: CaptureRequest;
  readonly signal: AbortSignal;
  /** Succeeds with an image. */
  readonly succeed: (image: Buffer) => void;
  /** Fails as the engine does for a page it cannot capture. */
  readonly fail: (code: FailureCode) => void;
  /** Throws, interrupting the capture. */
  readonly reject: (error: unknown) => void;
}

/** A browser whose captures last until the test ends them. Aborting ends none, because a real browser may hang. */
export interface FakeBrowser extends Browser {
  /** Requested captures, in order. */
  readonly asked: AskedCapture[];
  /** Resolves with the next requested capture, in order from the first. */
  next(): Promise<AskedCapture>;
  /** Number of `retire` calls. */
  retired: number;
}

export function createFakeBrowser(): FakeBrowser {
  const asked: AskedCapture[] = [];
  const waiting: ((capture: AskedCapture) => void)[] = [];
  let taken = 0;
  const fake: FakeBrowser = {
    asked,
    retired: 0,
    capture(request, { signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<CaptureOutcome>();
      const capture: AskedCapture = {
        request,
        signal,
        succeed: (image) => resolve(imageOf(image, request)),
        fail: (code) => {
          const { message, retryable } = new VisitFailure(code);
          resolve({ ok: false, failure: { code, message, retryable } });
        },
        reject,
      };
      asked.push(capture);
      waiting.shift()?.(capture);
      return promise;
    },
    async next() {
      taken += 1;
      const capture = asked[taken - 1];
      return capture ?? new Promise((resolve) => waiting.push(resolve));
    },
    retire: () => void (fake.retired += 1),
    ensure: async () => undefined,
    hasStarted: () => true,
    close: async () => undefined,
  };
  return fake;
}

function imageOf(image: Buffer, { sourceUrl }: CaptureRequest): CaptureOutcome {
  return {
    ok: true,
    image,
    contentType: 'image/png',
    capturedAt: new Date('2026-05-01T10:00:00.000Z'),
    capture: {
      finalUrl: sourceUrl,
      httpStatus: 200,
      title: 'A page',
      remoteAddress: '203.0.113.7',
      pageChanges: ['consent_rejected'],
      durationMs: 1_200,
      browserVersion: '150.0',
    },
    warnings: ['HEIGHT_CUT'],
    detected: { views: null, reason: 'not_a_view_count' },
  };
}
