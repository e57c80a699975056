import { isIntroduction, LETTER_OR_DIGIT, plainText, readCodeText, readLabel } from './label-text.js';
import { splitLinks } from './links-in-text.js';
import { readSuggestion } from './suggested-code.js';
import type { Headings } from './table-headings.js';
import { readRow, type Row } from './table-rows.js';

/** A line of a pasted text. */
export interface Line {
  readonly urls: readonly string[];
  /** Text before the first link, the whole text of a line without links, or the name in a row of a table. */
  readonly label: string | null;
  readonly promoCode: string | null;
  /** Texts around the links in which a code may be named, the label first when there is one. */
  readonly texts: readonly string[];
  /** A cell that looks like a code. */
  readonly likelyCode: string | null;
  readonly isRow: boolean;
  /** It has no links, and only introduces those below it. */
  readonly isIntroduction: boolean;
}

/** Returns null for a separator: a line without links, letters and digits. */
export function readLine(lineText: string, headings: Headings | null): Line | null {
  if (!LETTER_OR_DIGIT.test(lineText)) return null;
  const row = readRow(lineText, headings);
  return row === null ? readFreeLine(lineText) : fromRow(row);
}

function readFreeLine(lineText: string): Line {
  const { texts, urls } = splitLinks(lineText);
  let name: string | null = null;
  let promoCode: string | null = null;
  const others: string[] = [];
  for (const [index, text] of texts.entries()) {
    const plain = plainText(text);
    const code = readCodeText(plain);
    if (code !== null) {
      promoCode ??= code === '' ? null : code;
    } else if (index === 0) {
      const label = readLabel(plain);
      ({ name } = label);
      ({ promoCode } = label);
      if (name !== null || promoCode === null) others.push(name ?? plain);
    } else {
      others.push(plain);
    }
  }
  const introduces = urls.length === 0 && isIntroduction(plainText(lineText.trim()));
  return { urls, label: name, promoCode, texts: others, likelyCode: null, isRow: false, isIntroduction: introduces };
}

function fromRow({ name, promoCode, likelyCode, remarks, urls }: Row): Line {
  const label = readLabel(name);
  const texts = label.name === null ? remarks : [label.name, ...remarks];
  return {
    urls,
    label: label.name,
    promoCode: promoCode ?? label.promoCode,
    texts,
    likelyCode,
    isRow: true,
    isIntroduction: false,
  };
}

/** A code that a line seems to name, and the line's label without it. */
export interface NamedCode {
  readonly promoCode: string;
  readonly label: string | null;
}

export function namedCodeOf({ label, texts, likelyCode }: Line): NamedCode | null {
  for (const text of texts) {
    const suggestion = readSuggestion(text);
    if (suggestion !== null)
      return { promoCode: suggestion.promoCode, label: text === label ? suggestion.name : label };
  }
  return likelyCode === null ? null : { promoCode: likelyCode, label };
}
