import { asciiDigits } from './ascii-digits.js';

/** Largest number that JavaScript and JSON carry exactly. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const GROUPED = /^\d{1,3}(?:(?<mark>[ .,'])\d{3})(?:\k<mark>\d{3})*$/;
/** 1,23,456 as written in India. */
const GROUPED_BY_TWO = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
const SHORTENED = /^(?<whole>\d{1,6})(?:[.,](?<part>\d{1,2}))? ?(?<unit>[kmb])$/i;
const WITH_DECIMALS = /^(?<whole>\d[\d .,']*)(?<mark>[.,])(?<part>\d{1,2})$/;
/** 1.234 with a decimal point has three decimals, else it is 1 234. */
const THREE_AFTER_MARK = /^\d{1,3}(?<mark>[.,])\d{3}$/;
const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** Why a text is not a number. */
export type NoNumber = 'cells' | 'empty' | 'negative' | 'exponent' | 'decimals' | 'ambiguous' | 'large' | 'other';

/** A typed number: its value, or why it is invalid. */
export type ParsedNumber = { readonly value: number } | { readonly reason: NoNumber };

/** Formats a number with at most two decimals. */
export interface Decimals {
  /** The user's decimal separator: with three digits after it, a text is refused. */
  readonly mark: string;
}

/**
 * Parses a nonnegative number in any usual spelling: digits of any script, grouped by space, dot, comma or apostrophe (1.234 is 1,234), or shortened
 * as `12.3k`, `12,3k` and `1.2m`. Refuses ambiguous text. Without `decimals` it must be an integer.
 */
export function parseNumber(typed: string, decimals?: Decimals): ParsedNumber {
  const cells = typed
    .split('\t')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  if (cells.length > 1) return { reason: 'cells' };
  const text = tidy(cells[0] ?? '');
  if (text === '') return { reason: 'empty' };
  if (text.startsWith('-')) return { reason: 'negative' };
  if (decimals) {
    const mark = THREE_AFTER_MARK.exec(text)?.groups?.['mark'];
    if (mark !== undefined && (mark === decimals.mark || text.startsWith('0'))) return { reason: 'decimals' };
  }
  const whole = wholeNumber(text) ?? shortenedNumber(text) ?? (decimals && decimalNumber(text));
  if (whole !== undefined) return whole > NUMBER_MAX ? { reason: 'large' } : { value: whole };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) return { reason: 'exponent' };
  if (/^\d+[.,]\d{3,} ?[kmb]$/i.test(text)) return { reason: 'ambiguous' };
  if ((decimals ? /^\d+[.,]\d{3,}$/ : /^\d+[.,]\d{1,2}$/).test(text)) return { reason: 'decimals' };
  return { reason: 'other' };
}

const REASONS: Readonly<Record<NoNumber, string>> = {
  cells: 'You pasted several cells. Paste one number.',
  empty: 'Enter a number.',
  negative: "This can't be negative.",
  exponent: 'Write it in digits, or like 1.2m.',
  decimals: 'Enter a whole number. For thousands, write 12.3k.',
  ambiguous: 'This could mean two numbers. Write it in digits.',
  large: 'That number is too large.',
  other: 'Enter a number, like 12,300 or 12.3k.',
};

/** Why a text is not a number, in words. */
export function describeNoNumber(reason: NoNumber, hasDecimals: boolean): string {
  return hasDecimals && reason === 'decimals' ? 'Use two decimals at most.' : REASONS[reason];
}

/** One kind of space, apostrophe and digit, and no invisible characters. */
function tidy(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replaceAll(/[\u066C\u060C]/g, ',')
    .replaceAll('\u066B', '.')
    .replaceAll('\u2212', '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wholeNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return GROUPED.test(text) || GROUPED_BY_TWO.test(text) ? Number(text.replaceAll(/\D/g, '')) : undefined;
}

/** Without binary rounding noise: 1.15k is 1,150. */
function shortenedNumber(text: string): number | undefined {
  const { whole = '', part = '', unit = '' } = SHORTENED.exec(text)?.groups ?? {};
  const scale = UNITS[unit.toLowerCase()];
  return scale === undefined ? undefined : (Number(`${whole}${part}`) * scale) / 10 ** part.length;
}

/** 12,300.5 and 12.300,5: different separators for groups and decimals. */
function decimalNumber(text: string): number | undefined {
  const { whole = '', mark = '', part = '' } = WITH_DECIMALS.exec(text)?.groups ?? {};
  if (mark === '' || whole.includes(mark)) return undefined;
  const value = wholeNumber(whole);
  return value === undefined ? undefined : Number(`${value}.${part}`);
}
