import type { DetectedViews } from '@svc/video-pages/views/page-views';
import type { FailureCode } from './capture-failure.js';

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is to be captured; shapes and bounds have been checked. Lengths are CSS pixels, which are pixels of the image. */
export interface CaptureRequest {
  readonly sourceUrl: string;
  /** What is opened instead, such as the same video at another second. */
  readonly captureUrl: string | null;
  /** Identity of the video that is asked for; null for pages that have none. */
  readonly canonicalKey: string | null;
  /** Plain CSS, as `checkSelector` takes it: the first match is what the image shows. */
  readonly selector: string | null;
  /** Plain CSS: the image is taken once it matches something. */
  readonly waitForSelector: string | null;
  /** A part of the page, from its top left corner. Never together with `selector` or `fullPage`. */
  readonly clip: Clip | null;
  readonly fullPage: boolean;
  /** Of no meaning for `mobile`, whose size is fixed. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly device: 'desktop' | 'mobile';
  readonly locale: string;
  /** IANA name. */
  readonly timezone: string;
  readonly format: 'png' | 'jpeg';
  /** Of a JPEG, 40 to 100; null means 85. */
  readonly quality: number | null;
  readonly consent: 'reject' | 'hide' | 'leave';
  /** Milliseconds to wait once the page is ready. */
  readonly delayMs: number;
}

/** What was done to a page before its image was taken: whoever takes the image for evidence has to know. */
export type PageChange = 'consent_rejected' | 'consent_hidden' | 'scrolled' | 'dialog_dismissed' | 'popup_closed';

export interface CaptureFacts {
  readonly finalUrl: string;
  readonly httpStatus: number;
  readonly title: string;
  /** Address that the main document came from; null when it is not known. */
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
  /** One sentence for a person: what was wrong, and what to do. */
  readonly message: string;
  readonly retryable: boolean;
}
