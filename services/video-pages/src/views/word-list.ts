/** Letters that are written without blanks between words, so that a word may touch what stands beside it. */
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

/** Whether a character is a letter of a script that has words. */
export function isSpacedLetter(character: string): boolean {
  return SPACED_LETTER.test(character);
}

export function isLetter(character: string): boolean {
  return LETTER.test(character);
}

/** Whether a match is a whole word: no letter before it and none behind it, where its script has words. */
export function isWhole(text: string, start: number, word: string): boolean {
  return (
    (beginsUnspaced(word) || !isLetter(text.charAt(start - 1))) &&
    (endsUnspaced(word) || !isLetter(text.charAt(start + word.length)))
  );
}

/** Words that can be looked up by where they begin in a text. */
export type WordList = ReadonlyMap<string, readonly string[]>;

/** Of words that begin alike, the longest is found first. */
export function wordList(words: Iterable<string>): WordList {
  return Map.groupBy(
    [...words].sort((a, b) => b.length - a.length),
    (word) => word.charAt(0),
  );
}

/** The longest word of a list that stands at a place and is taken there; undefined when there is none. */
export function wordAt(
  list: WordList,
  text: string,
  start: number,
  isTaken: (word: string) => boolean,
): string | undefined {
  return list.get(text.charAt(start))?.find((word) => text.startsWith(word, start) && isTaken(word));
}
