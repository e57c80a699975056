/** Something that is said in a video. */
export interface Cue {
  /** Null in a transcript without times. */
  readonly startSeconds: number | null;
  /** Never before the start. */
  readonly endSeconds: number | null;
  /** One line, without invisible characters. */
  readonly text: string;
}

/** A cue as a track writes it: its text with line breaks, without tags. */
export interface WrittenCue {
  readonly startSeconds: number | null;
  /** Null where only the next cue tells. */
  readonly endSeconds: number | null;
  readonly text: string;
}

/** Cues of one track that are read. */
export const CUES_MAX = 20_000;
/** Characters of one cue that are kept. */
export const CUE_LENGTH_MAX = 240;
/** Characters of one cue that are looked at: in rolling captions some have been there before. */
export const WRITTEN_LENGTH_MAX = 2_000;

const SECONDS_MAX = 604_800;

/** Seconds to the millisecond; null for what is no time in a video. */
export function timeOf(seconds: number): number | null {
  return seconds >= 0 && seconds <= SECONDS_MAX ? Math.round(seconds * 1_000) / 1_000 : null;
}
