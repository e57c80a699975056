import { couldBeSlip } from './match-promo.js';
import { lookAlikeOf, type PromoCode, promoCodeOf } from './promo-code.js';
import { beginsLetters } from './spelled-letters.js';
import { beginsDigits } from './spoken-digits.js';
import type { Token } from './tokens.js';

/** Words whose codes are cached. */
const WORDS_MAX = 10_000;
const NONE: readonly PromoCode[] = [];

/** Finds codes that can begin with a word, so that each word of a long text is looked up once for all codes. */
export class CodeIndex {
  readonly #codes: readonly PromoCode[];
  readonly #known = new Map<string, readonly PromoCode[]>();

  readonly #joined: ReadonlySet<string>;

  constructor(codes: readonly string[]) {
    this.#codes = codes.map(promoCodeOf);
    this.#joined = new Set(this.#codes.map(({ joined }) => joined));
  }

  get isEmpty(): boolean {
    return this.#codes.length === 0;
  }

  /** Whether a text, without separators, is one of the codes. */
  has(joined: string): boolean {
    return this.#joined.has(joined);
  }

  codesAt({ text, isDigits }: Token): readonly PromoCode[] {
    const known = this.#known.get(text);
    if (known) return known;
    const possible = this.#codes.filter((code) => canBegin(code, text, isDigits));
    if (this.#known.size >= WORDS_MAX) this.#known.clear();
    const codes = possible.length === 0 ? NONE : possible;
    this.#known.set(text, codes);
    return codes;
  }
}

function canBegin({ joined, lookAlike, segments: [first] }: PromoCode, text: string, isDigits: boolean): boolean {
  if (!first) return false;
  if (joined.startsWith(text) || lookAlike?.startsWith(lookAlikeOf(text))) return true;
  if (first.isDigits) return isDigits ? first.text.startsWith(text) : beginsDigits(text);
  return !isDigits && (beginsLetters(text, first.text) || couldBeSlip(text, first.text));
}
