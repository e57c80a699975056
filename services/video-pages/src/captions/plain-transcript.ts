import { CUE_LENGTH_MAX, CUES_MAX, timeOf, type WrittenCue } from './caption-cue.js';
import { secondsOf } from './timed-lines.js';

/** Timestamp at the start of a transcript line: `0:15`, `[1:02:03]`, `(0:15) -`. */
const STAMP = /^[[(]?(?<clock>(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?)[\])]?(?:[ \t]{1,4}[-–:]?|[-–:]|$)/;

/** Parses a copied transcript, with timestamps before or above lines, or without any. */
export function readTranscript(text: string): WrittenCue[] {
  const cues: WrittenCue[] = [];
  let startSeconds: number | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.trim();
    const stamp = STAMP.exec(trimmed);
    if (stamp) startSeconds = timeOf(secondsOf(stamp.groups?.['clock'] ?? ''));
    const said = trimmed.slice(stamp?.[0].length ?? 0).trim();
    for (const part of partsOf(said, CUES_MAX + 1 - cues.length))
      cues.push({ startSeconds, endSeconds: null, text: part });
    if (cues.length > CUES_MAX) break;
  }
  return cues;
}

/** Splits a long paragraph into parts of the maximum length, at spaces where possible. */
function partsOf(text: string, partsMax: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length && parts.length < partsMax;) {
    const whole = from + CUE_LENGTH_MAX >= text.length;
    const blank = whole ? -1 : text.slice(from, from + CUE_LENGTH_MAX).lastIndexOf(' ');
    const end = whole ? text.length : from + (blank > 0 ? blank : CUE_LENGTH_MAX);
    parts.push(text.slice(from, end));
    from = blank > 0 ? end + 1 : end;
  }
  return parts;
}
