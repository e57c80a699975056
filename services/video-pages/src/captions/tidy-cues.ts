import { cutText, shownText } from '../views/plain-text.js';
import { type Cue, CUE_LENGTH_MAX, WRITTEN_LENGTH_MAX, type WrittenCue } from './caption-cue.js';

/** Seconds after the end of a cue within which the same text counts as a repetition. */
const REPEAT_SECONDS = 2;

/** Sorts cues by time, drops the repetitions of rolling captions, and truncates long cues. */
export function tidyCues(written: readonly WrittenCue[]): { readonly cues: Cue[]; readonly isCut: boolean } {
  const sorted = written.toSorted((a, b) => (a.startSeconds ?? -1) - (b.startSeconds ?? -1));
  const cues: { startSeconds: number | null; endSeconds: number | null; text: string }[] = [];
  let shown = '';
  let isCut = false;
  for (const [index, cue] of sorted.entries()) {
    const text = shownText(cutText(cue.text, WRITTEN_LENGTH_MAX));
    const start = cue.startSeconds;
    const end = start === null ? null : Math.max(start, cue.endSeconds ?? sorted[index + 1]?.startSeconds ?? start);
    const last = cues.at(-1);
    const isNear = last && start !== null && start - (last.endSeconds ?? start) <= REPEAT_SECONDS;
    const isRepeated = isNear && cutText(text, CUE_LENGTH_MAX) === last.text;
    const rest = isNear ? withoutBeginning(text, shown) : text;
    if (text === '') continue;
    shown = text;
    if (last && isNear && (isRepeated || rest === '')) {
      last.endSeconds = Math.max(last.endSeconds ?? 0, end ?? 0);
      continue;
    }
    isCut ||= rest.length > CUE_LENGTH_MAX || cue.text.length > WRITTEN_LENGTH_MAX;
    cues.push({ startSeconds: start, endSeconds: end, text: cutText(rest, CUE_LENGTH_MAX) });
  }
  return { cues, isCut };
}

/** Removes a leading text that ends at a word boundary. */
function withoutBeginning(text: string, beginning: string): string {
  if (beginning === '' || !text.startsWith(beginning)) return text;
  const rest = text.slice(beginning.length);
  return /^[\p{L}\p{M}\p{N}]/u.test(rest) ? text : rest.trim();
}
