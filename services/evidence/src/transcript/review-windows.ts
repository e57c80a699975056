import type { Asked } from '../ranking/asked.js';
import type { Candidate, Cue } from '../schemas/candidate.js';
import { SECONDS_MAX } from '../schemas/limits.js';
import { BRAND_SCORE, matchCues, seekSecondsOf } from './matched-cues.js';

/** A part of a video to watch and listen to. */
export interface Window {
  readonly suggestedSeekSeconds: number;
  readonly reviewWindowSeconds: number;
  readonly basis: 'caption_cue' | 'default';
}

/** A cue selected by an earlier answer. */
export interface PickedCue extends Cue {
  readonly seekSeconds: number | null;
}

interface Scored extends Window {
  readonly score: number;
}

const WINDOWS_MAX = 3;
const WINDOW_SECONDS = { least: 12, most: 45, beyondCue: 10 };
const START_WINDOW_SECONDS = 20;
const OPENING_SECONDS = 60;
/** The part of a video in which sponsors are often named. */
const SPONSOR_PART = 0.15;

/** Returns up to three windows, likeliest first: around cues with a code, else where sponsors are usually named. */
export function reviewWindows(candidate: Candidate, picked: readonly PickedCue[], asked: Asked): Window[] {
  const heard = matchCues(candidate.transcriptCues, asked.codes, asked.names);
  const fromTranscript = heard.flatMap(({ cue, match, brandHit }) =>
    match || brandHit ? windowOf({ ...cue, seekSeconds: null }, match?.score ?? BRAND_SCORE) : [],
  );
  const fromPicked = matchCues(picked, asked.codes, asked.names).flatMap(({ cue, match }) =>
    windowOf(cue, match?.score ?? BRAND_SCORE),
  );
  const windows = merged([...fromTranscript, ...fromPicked]);
  const chosen = windows.length > 0 ? windows : merged(defaultWindows(candidate));
  return chosen
    .toSorted((a, b) => b.score - a.score || a.suggestedSeekSeconds - b.suggestedSeekSeconds)
    .slice(0, WINDOWS_MAX)
    .map(({ score: _score, ...window }) => window);
}

function windowOf({ startSeconds, endSeconds, seekSeconds }: PickedCue, score: number): Scored[] {
  if (startSeconds === null || startSeconds > SECONDS_MAX) return [];
  const length = Math.ceil((endSeconds ?? startSeconds) - startSeconds) + WINDOW_SECONDS.beyondCue;
  return [
    {
      suggestedSeekSeconds:
        seekSeconds !== null && seekSeconds >= 0 && seekSeconds <= SECONDS_MAX
          ? Math.floor(seekSeconds)
          : seekSecondsOf(startSeconds),
      reviewWindowSeconds: Math.min(WINDOW_SECONDS.most, Math.max(WINDOW_SECONDS.least, length)),
      basis: 'caption_cue',
      score,
    },
  ];
}

/** Returns the link's start, the opening, and where sponsors are often named. */
function defaultWindows({ startSeconds, durationSeconds }: Candidate): Scored[] {
  const window = (second: number, seconds: number, score: number): Scored => ({
    suggestedSeekSeconds: Math.floor(Math.min(second, SECONDS_MAX)),
    reviewWindowSeconds: seconds,
    basis: 'default',
    score,
  });
  return [
    ...(startSeconds === null ? [] : [window(startSeconds, START_WINDOW_SECONDS, 3)]),
    window(0, OPENING_SECONDS, 2),
    ...(durationSeconds === null ? [] : [window(durationSeconds * SPONSOR_PART, START_WINDOW_SECONDS, 1)]),
  ];
}

/** Merges overlapping windows, with the higher likelihood. */
function merged(windows: readonly Scored[]): Scored[] {
  const joined: Scored[] = [];
  for (const window of windows.toSorted((a, b) => a.suggestedSeekSeconds - b.suggestedSeekSeconds)) {
    const last = joined.at(-1);
    const end = last ? last.suggestedSeekSeconds + last.reviewWindowSeconds : -1;
    if (!last || window.suggestedSeekSeconds > end) {
      joined.push(window);
      continue;
    }
    const until = Math.max(end, window.suggestedSeekSeconds + window.reviewWindowSeconds);
    joined[joined.length - 1] = {
      ...last,
      reviewWindowSeconds: until - last.suggestedSeekSeconds,
      score: Math.max(last.score, window.score),
    };
  }
  return joined;
}
