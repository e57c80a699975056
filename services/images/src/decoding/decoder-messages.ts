import type { Refusal } from '@svc/chassis/errors/refusal';
import type { ImageJob, ProcessedImage } from './process-image.js';

/** Exit code of a decoder whose image needs too much memory. */
export const OUT_OF_MEMORY_EXIT_CODE = 77;

/** A message to a decoder; a body's bytes arrive on its stdin. */
export type ToDecoder =
  | { readonly kind: 'job'; readonly job: ImageJob; readonly bytes: number }
  | { readonly kind: 'admitted'; readonly isAdmitted: boolean };

/** A message from a decoder; bytes are on its stdout, in the order of `sizes`. */
export type FromDecoder =
  | WorkedMessage
  | { readonly kind: 'needs'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | DecodedMessage;

/** Sent while an image is in progress. */
export interface WorkedMessage {
  readonly kind: 'worked';
  /** CPU milliseconds used for the image so far. */
  readonly ms: number;
}

export interface DecodedMessage {
  readonly kind: 'image';
  readonly image: Omit<ProcessedImage, 'original' | 'derived'>;
  /** The first part is the original. */
  readonly hasOriginal: boolean;
  /** Names of the derived images, which are the following parts. */
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  /** The decoder must be terminated after this message. */
  readonly isLast: boolean;
}
