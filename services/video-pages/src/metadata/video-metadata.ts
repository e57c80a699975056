import type { Metric } from '../views/noun-matcher.js';

/** Characters of texts that metadata states. */
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
  /** `asr` for captions that a machine has heard; null when the page does not say. */
  readonly kind: string | null;
}

export interface Comment {
  readonly text: string;
  /** Whether the author of the video wrote it; null when the page does not say. */
  readonly byAuthor: boolean | null;
  readonly pinned: boolean | null;
}

/** What the metadata of a page says of one video; null is what it does not say. */
export interface VideoMetadata {
  /** Canonical keys of the video that it describes, by the ids and addresses in it; empty when it names none. */
  readonly keys: readonly string[];
  readonly views: CountedViews | null;
  readonly title: string | null;
  readonly description: string | null;
  /** As people are shown it. */
  readonly author: string | null;
  /** Without `@`, in lower case except for ids of channels. */
  readonly accountHandle: string | null;
  /** As the page writes it: a date, or a date with time. ISO 8601 where it is given in seconds. */
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
