/** A spoken phrase of a video. */
export interface Cue {
  /** Start of the cue; null in a transcript without timestamps. */
  readonly startSeconds: number | null;
  /** End of the cue, never before its start. */
  readonly endSeconds: number | null;
  /** One line, without invisible characters. */
  readonly text: string;
}

/** A cue as written in a track: text with line breaks, without tags. */
export interface WrittenCue {
  readonly startSeconds: number | null;
  /** End of the cue; null when the start of the next cue determines it. */
  readonly endSeconds: number | null;
  readonly text: string;
}

/** Maximum cues per track. */
export const CUES_MAX = 20_000;
/** Maximum characters of a cue. */
export const CUE_LENGTH_MAX = 240;
/** Characters of a cue that are parsed; higher, because rolling captions repeat earlier text. */
export const WRITTEN_LENGTH_MAX = 2_000;

const SECONDS_MAX = 604_800;

/** Rounds to milliseconds; null for an invalid time. */
export function timeOf(seconds: number): number | null {
  return seconds >= 0 && seconds <= SECONDS_MAX ? Math.round(seconds * 1_000) / 1_000 : null;
}
