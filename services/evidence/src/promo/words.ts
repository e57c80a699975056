/** Combining marks; words match without them. */
const MARKS = /\p{M}+/gu;
// oxlint-disable-next-line no-control-regex -- all but ASCII
const NOT_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Normalizes text for comparing codes and words: without marks, in lower case, with unified letter widths. */
export function plainWords(text: string): string {
  // Skips normalization for most texts, which saves nearly all of the time.
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** Splits a text into normalized words. */
export function wordsOf(text: string): string[] {
  return wordsIn(plainWords(text));
}

/** A text searched for words that most texts do not contain. */
export class SearchableText {
  readonly #plain: string;
  #words: readonly string[] | undefined;

  constructor(text: string) {
    this.#plain = plainWords(text);
  }

  has(word: string): boolean {
    return this.#plain.includes(word) && this.#all().includes(word);
  }

  /** Whether a text contains these words in sequence. */
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
