/** The decimal separator of an amount; the other sign separates thousands. */
export type DecimalSign = '.' | ',';

const SIGNS: readonly DecimalSign[] = ['.', ','];

/** Thousands are grouped in threes, in India from the second group on in twos; no group follows a leading zero. */
const FORMS: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(?:\d+|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/,
  ',': /^(?:\d+|[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3})(?:,\d+)?$/,
};

/** Maximum characters; longer than any amount with its surrounding text. */
const CHARACTERS_MAX = 60;

const AMOUNT_MAX = 999_999_999_999.99;

/** ISO 4217 codes of currencies. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currency signs that belong to only one currency. */
const SIGN_CODES: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
]);

/** A parsed amount, with the currency that it names, or why it is invalid. */
export type ReadAmount = { readonly amount: number; readonly currency: string | null } | { readonly problem: string };

/** Returns the decimal sign that this amount must have; null when it has no sign, is not an amount, or is ambiguous. */
export function evidentSign(text: string): DecimalSign | null {
  const [sign, ...others] = signsOf(bareNumber(text));
  return sign === undefined || others.length > 0 ? null : sign;
}

/**
 * Determines the decimal sign of a column of amounts: the one that some of them must have, else the requested one, else that of the locale. Null for
 * a column with both, because its other amounts are ambiguous.
 */
export function chooseDecimalSign(
  evident: ReadonlySet<DecimalSign>,
  asked: DecimalSign | null,
  locale: string,
): DecimalSign | null {
  const [sign, ...others] = evident;
  if (sign === undefined) return asked ?? signOf(locale);
  return others.length > 0 ? asked : sign;
}

/** Parses an amount with or without a currency; `sign` is that of its column, for ambiguous amounts. */
export function readAmount(text: string, sign: DecimalSign | null): ReadAmount {
  const bare = bareNumber(text);
  const possible = signsOf(bare);
  const [first] = possible;
  if (first === undefined) return { problem: 'is not an amount of money.' };
  const hasSign = /[.,]/.test(bare);
  const used = hasSign && possible.length > 1 ? sign : first;
  if (used === null) {
    return {
      problem: 'is ambiguous, because the file has both decimal commas and decimal points. Set `decimalSign`.',
    };
  }
  const [whole = '', decimals = ''] = bare.split(used);
  if (decimals.length > 2) return { problem: tooFine(used, possible) };
  const amount = Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals || '0'}`);
  if (amount > AMOUNT_MAX) return { problem: 'is more than 999 999 999 999.99.' };
  return { amount, currency: namedCurrency(text) };
}

function tooFine(used: DecimalSign, possible: readonly DecimalSign[]): string {
  const problem = 'has more than two decimals.';
  const other = possible.find((sign) => sign !== used);
  return other === undefined ? problem : `${problem} If these are thousands, set \`decimalSign\` to "${other}".`;
}

/** Returns the possible decimal signs of a bare number; empty when it is not a number. */
function signsOf(bare: string): DecimalSign[] {
  return SIGNS.filter((sign) => FORMS[sign].test(bare));
}

/** Strips spaces, apostrophes and the currency from an amount. */
function bareNumber(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > CHARACTERS_MAX) return '';
  return trimmed
    .replaceAll(/[\s'’]|\p{Sc}/gu, '')
    .replace(/^[A-Za-z]{3}|[A-Za-z]{3}$/, (code) => (CURRENCIES.has(code.toUpperCase()) ? '' : code));
}

/** Returns the currency of an amount by its code or sign; null without one, or for a sign that several currencies share. */
function namedCurrency(text: string): string | null {
  const code = /[A-Za-z]{3}/.exec(text)?.[0]?.toUpperCase();
  return code ?? SIGN_CODES.get(/\p{Sc}/u.exec(text)?.[0] ?? '') ?? null;
}

function signOf(locale: string): DecimalSign {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
