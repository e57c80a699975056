import { wordsOf } from '../learning/extract-statements.js';
import { cleanText } from '../tools/clean-text.js';
import { redactSecrets } from '../tools/redact-secrets.js';
import type { RecentMemory } from './memory-repo.js';

/** Maximum notes in a prompt. */
const NOTES_MAX = 20;

/** A note in a prompt. */
export interface Note {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Memories of the user for a prompt: first those that share most words with the question, then the newest, as room allows. Skips a memory that is too
 * long.
 */
export function notesFor(question: string, newestFirst: readonly RecentMemory[], bytesMax: number): Note[] {
  const asked = new Set(wordsOf(question));
  const ranked = newestFirst
    .map(({ content }) => ({
      text: JSON.stringify(redactSecrets(cleanText(content))),
      alike: likeness(content, asked),
    }))
    .toSorted((left, right) => right.alike - left.alike);
  const notes: Note[] = [];
  let left = bytesMax;
  for (const { text } of ranked) {
    const bytes = Buffer.byteLength(text) + 3;
    if (bytes > left) continue;
    left -= bytes;
    notes.push({ text, bytes });
    if (notes.length === NOTES_MAX) break;
  }
  return notes;
}

/** How many words of the question a text contains. */
function likeness(text: string, asked: ReadonlySet<string>): number {
  return new Set(wordsOf(text).filter((word) => asked.has(word))).size;
}
