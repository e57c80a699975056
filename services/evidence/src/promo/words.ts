/** Marks that letters carry; without them a word is the same. */
const MARKS = /\p{M}+/gu;
// oxlint-disable-next-line no-control-regex -- all but ASCII
const NOT_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Text as codes and words are compared in it: without marks, in lower case, letters of other widths as usual ones. */
export function plainWords(text: string): string {
  // Most texts need nothing done, which saves nearly all of the time.
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return wordsIn(plainWords(text));
}

/** A text in which words are looked for, which most texts do not have. */
export class SaidWords {
  readonly #plain: string;
  #words: readonly string[] | undefined;

  constructor(text: string) {
    this.#plain = plainWords(text);
  }

  has(word: string): boolean {
    return this.#plain.includes(word) && this.#all().includes(word);
  }

  /** Whether some words are in the text, one after the other. */
  hasPhrase(phrase: readonly string[]): boolean {
    const [first] = phrase;
    if (first === undefined || !this.#plain.includes(first)) return false;
    const words = this.#all();
    for (let start = words.indexOf(first); start >= 0; start = words.indexOf(first, start + 1)) {
      if (phrase.every((word, index) => words[start + index] === word)) return true;
    }
    return false;
  }

  #all(): readonly string[] {
    this.#words ??= wordsIn(this.#plain);
    return this.#words;
  }
}

function wordsIn(plain: string): string[] {
  return plain.match(WORD) ?? [];
}
