import type { Refusal } from '@svc/chassis/errors/refusal';
import type { ImageJob, ProcessedImage } from './process-image.js';

/** What a decoder ends with when an image takes more memory than there is for one. */
export const OUT_OF_MEMORY_EXIT_CODE = 77;

/** What a decoder is told; the bytes of a body come by its standard input. */
export type ToDecoder =
  | { readonly kind: 'job'; readonly job: ImageJob; readonly bytes: number }
  | { readonly kind: 'admitted'; readonly isAdmitted: boolean };

/** What a decoder says; bytes go by its standard output, in the order of `sizes`. */
export type FromDecoder =
  | { readonly kind: 'needs'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | DecodedMessage;

export interface DecodedMessage {
  readonly kind: 'image';
  readonly image: Omit<ProcessedImage, 'original' | 'derived'>;
  /** The first part is the original. */
  readonly hasOriginal: boolean;
  /** Of what was made of it: the parts that follow. */
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  /** The decoder is to be ended after this. */
  readonly isLast: boolean;
}
