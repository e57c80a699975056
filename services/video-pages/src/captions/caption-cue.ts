/** A spoken phrase of a video. */
export interface Cue {
  /** Null in a transcript without times. */
  readonly startSeconds: number | null;
  /** Never before the start. */
  readonly endSeconds: number | null;
  /** One line, without invisible characters. */
  readonly text: string;
}

/** A cue as a track has it: text with line breaks, without tags. */
export interface WrittenCue {
  readonly startSeconds: number | null;
  /** Null when only the next cue determines it. */
  readonly endSeconds: number | null;
  readonly text: string;
}

/** Maximum cues of a track. */
export const CUES_MAX = 20_000;
/** Maximum length of a cue. */
export const CUE_LENGTH_MAX = 240;
/** Characters of a cue that are parsed, because rolling captions repeat earlier ones. */
export const WRITTEN_LENGTH_MAX = 2_000;

const SECONDS_MAX = 604_800;

/** Seconds to the millisecond; null for an invalid time. */
export function timeOf(seconds: number): number | null {
  return seconds >= 0 && seconds <= SECONDS_MAX ? Math.round(seconds * 1_000) / 1_000 : null;
}
