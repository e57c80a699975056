import { showHidden } from '../show-hidden.js';

/** Sentences of an answer for screen readers: without Markdown, with hidden characters as displayed, and the last one only once it is complete. */
export function spokenSentences(text: string, isWhole: boolean): string[] {
  const plain = showHidden(text)
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[\t ]*(?:#{1,6}|>|[-*+]|\|?[-:| ]{3,})(?=\s|$)/gm, '')
    .replaceAll(/[*_`~|]+/g, '');
  const sentences = plain.split(/(?<=[.!?…:])\s+|\n+/);
  if (!isWhole) sentences.pop();
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}
