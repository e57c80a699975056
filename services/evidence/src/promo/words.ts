/** Marks that letters carry; without them a word is the same. */
const MARKS = /\p{M}+/gu;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Text as codes and words are compared in it: without marks, in lower case, letters of other widths as usual ones. */
export function plainWords(text: string): string {
  // Most texts need nothing done, which saves nearly all of the time.
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return plainWords(text).match(WORD) ?? [];
}
