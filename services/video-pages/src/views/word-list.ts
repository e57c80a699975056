/** Scripts written without spaces, where a word may touch its neighbors. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}`;
const FIRST_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const LAST_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'u');
const SPACED_LETTER = new RegExp(String.raw`[[\p{L}\p{M}]--[${UNSPACED}]]`, 'v');
const LETTER = /[\p{L}\p{M}]/u;

export function beginsUnspaced(word: string): boolean {
  return FIRST_UNSPACED.test(word);
}

export function endsUnspaced(word: string): boolean {
  return LAST_UNSPACED.test(word);
}

/** Whether a character is a letter of a script with word boundaries. */
export function isSpacedLetter(character: string): boolean {
  return SPACED_LETTER.test(character);
}

export function isLetter(character: string): boolean {
  return LETTER.test(character);
}

/** Whether a match is a whole word: where its script has word boundaries, no letter touches it. */
export function isWhole(text: string, start: number, word: string): boolean {
  return (
    (beginsUnspaced(word) || !isLetter(text.charAt(start - 1))) &&
    (endsUnspaced(word) || !isLetter(text.charAt(start + word.length)))
  );
}

/** Words by their first character. */
export type WordList = ReadonlyMap<string, readonly string[]>;

/** Groups words by first character, longest first. */
export function wordList(words: Iterable<string>): WordList {
  return Map.groupBy(
    [...words].sort((a, b) => b.length - a.length),
    (word) => word.charAt(0),
  );
}

/** Returns the longest accepted word of a list at a position; undefined when there is none. */
export function wordAt(
  list: WordList,
  text: string,
  start: number,
  isTaken: (word: string) => boolean,
): string | undefined {
  return list.get(text.charAt(start))?.find((word) => text.startsWith(word, start) && isTaken(word));
}
