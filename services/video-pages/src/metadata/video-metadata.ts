import type { Metric } from '../views/noun-matcher.js';

/** Maximum characters of text fields. */
export const TITLE_LENGTH_MAX = 300;
export const CAPTION_LENGTH_MAX = 5_000;
export const COMMENT_LENGTH_MAX = 2_000;
export const ADDRESS_TEXT_LENGTH_MAX = 2_048;

export interface CountedViews {
  readonly value: number;
  readonly metric: Metric;
}

export interface CaptionTrack {
  readonly url: string;
  readonly language: string | null;
  /** `asr` for machine-generated captions; null when the page does not say. */
  readonly kind: string | null;
}

export interface Comment {
  readonly text: string;
  /** Whether the video's author wrote it; null when the page does not say. */
  readonly byAuthor: boolean | null;
  readonly pinned: boolean | null;
}

/** Metadata of one video; null where the page does not say. */
export interface VideoMetadata {
  /** Canonical keys of the video, from the ids and URLs in its metadata; empty when it has none. */
  readonly keys: readonly string[];
  readonly views: CountedViews | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Display name. */
  readonly author: string | null;
  /** Handle without `@`, in lower case except for channel ids. */
  readonly accountHandle: string | null;
  /** Publication date as written on the page, with or without a time. ISO 8601 when the page has seconds since the epoch. */
  readonly publishedText: string | null;
  readonly durationSeconds: number | null;
  readonly captionTracks: readonly CaptionTrack[];
  readonly firstComment: Comment | null;
}

export const NO_METADATA: VideoMetadata = {
  keys: [],
  views: null,
  title: null,
  description: null,
  author: null,
  accountHandle: null,
  publishedText: null,
  durationSeconds: null,
  captionTracks: [],
  firstComment: null,
};
