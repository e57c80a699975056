import { readSuggestion } from './suggested-code.js';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const BULLET = /^(?:[-*+•·‣◦–—>#]{1,6}|\d{1,4}[.)])(?: |$)/u;

/** Markdown around the beginning of a text: `**Kite**`, `_Kite_`. */
const EMPHASIS = /^(?<mark>\*{1,3}|_{1,3}|~~|`)(?=[^\s*~`])(?<inner>.*?\S)\k<mark>(?![\p{L}\p{N}_*])/u;

/** Whether a text has a letter or digit. A line without any separates groups. */
export function hasWords(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/** A text without bullet and Markdown around it. */
export function plainText(text: string): string {
  return withoutBullet(withoutBullet(text).replace(EMPHASIS, '$<inner>').replace(EMPHASIS, '$<inner>'));
}

function withoutBullet(text: string): string {
  return text.replace(BULLET, '');
}

/** Separators between a label and its links: `Anna:`, `Anna -`. */
const LABEL_SEPARATORS = new Set([' ', ':', '-', '–', '—', '|', ',', ';', '=', '>', '→']);

/** Returns null for text without a name, such as an arrow or a row of dashes. */
export function readLabel(text: string): string | null {
  if (!hasWords(text)) return null;
  let end = text.length;
  while (LABEL_SEPARATORS.has(text.charAt(end - 1))) end -= 1;
  const label = text.slice(0, end);
  return label.startsWith('[') && label.endsWith(']') ? label.slice(1, -1) : label;
}

const GREETING = /^(?:hi|hey|hello|dear|good (?:morning|afternoon|evening))(?: [^ ,!]{1,40}){0,3} ?[,!]{1,3}$/iu;

const INTRODUCTION_WORDS = 5;

/** Whether a line without links greets or introduces what is below it and names nothing: "Hello,", "Hi Nora, these went live today:". */
export function isIntroduction(text: string): boolean {
  if (withoutBullet(text) !== text) return false;
  const plain = plainText(text);
  if (GREETING.test(plain)) return true;
  if (!/[:：]$/u.test(plain) || readSuggestion(plain) !== null) return false;
  return plain.split(' ').filter(hasWords).length >= INTRODUCTION_WORDS;
}
