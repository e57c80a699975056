import { cleanText } from '../tools/clean-text.js';
import { wordsOf } from '../learning/extract-statements.js';
import { redactSecrets } from '../redact-secrets.js';
import type { RecentMemory } from './memory-repo.js';

/** Notes that a model is told. */
const NOTES_MAX = 20;

/** A note as a model is told it. */
export interface Note {
  readonly text: string;
  readonly bytes: number;
}

/**
 * What a model is told of the memories of a user beside a question: those that have most of its words, then the newest, as far as there
 * is room. A memory that is too long for it is left out.
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

/** How many words of the question a text has. */
function likeness(text: string, asked: ReadonlySet<string>): number {
  return new Set(wordsOf(text).filter((word) => asked.has(word))).size;
}
