import type { ConsentMode } from '@svc/guarded-browser/consent/handle-consent';
import type { PageChange } from '@svc/guarded-browser/visits/page-change';
import type { FailureCode } from '@svc/guarded-browser/visits/visit-failure';
import type { PageView } from '@svc/guarded-browser/visits/visit-page';
import type { DetectedViews } from '@svc/video-pages/views/page-views';

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A validated capture request. Lengths are CSS pixels, which equal image pixels. */
export interface CaptureRequest extends PageView {
  readonly sourceUrl: string;
  /** Address to open instead, such as the same video at another timestamp. */
  readonly captureUrl: string | null;
  /** Canonical key of the video; null for other pages. */
  readonly canonicalKey: string | null;
  /** Plain CSS, validated by `checkSelector`: the image shows the first match. */
  readonly selector: string | null;
  /** Plain CSS, validated by `checkSelector`: the image is taken once it matches. */
  readonly waitForSelector: string | null;
  /** Region in page coordinates. Never combined with `selector` or `fullPage`. */
  readonly clip: Clip | null;
  readonly fullPage: boolean;
  readonly format: 'png' | 'jpeg';
  /** JPEG quality, 40 to 100; null means 85. */
  readonly quality: number | null;
  readonly consent: ConsentMode;
  /** Milliseconds to wait once the page is ready. */
  readonly delayMs: number;
}

export interface CaptureFacts {
  readonly finalUrl: string;
  readonly httpStatus: number;
  readonly title: string;
  /** Address that served the main document; null when unknown. */
  readonly remoteAddress: string | null;
  readonly pageChanges: readonly PageChange[];
  readonly durationMs: number;
  readonly browserVersion: string;
}

export type CaptureOutcome =
  | {
      readonly ok: true;
      readonly image: Buffer;
      readonly contentType: 'image/png' | 'image/jpeg';
      readonly capturedAt: Date;
      readonly capture: CaptureFacts;
      readonly warnings: readonly 'HEIGHT_CUT'[];
      readonly detected: DetectedViews;
    }
  | { readonly ok: false; readonly failure: Failure };

export interface Failure {
  readonly code: FailureCode;
  /** One sentence for the user: the problem, and what to do. */
  readonly message: string;
  readonly retryable: boolean;
}
