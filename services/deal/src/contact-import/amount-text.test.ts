import { expect, test } from '@jest/globals';
import { chooseDecimalSign, type DecimalSign, evidentSign, readAmount } from './amount-text.js';

test.each<[string, DecimalSign | null]>([
  ['0.125', '.'],
  ['0,99', ','],
  ['1234.567', '.'],
  ['12.5', '.'],
  ['1.234,5', ','],
  ['1,234,567', '.'],
  ['1.234.567', ','],
  ['12,34,567.5', '.'],
  ['12.345', null],
  ['12,345', null],
  ['1234', null],
  ['much', null],
])('of %s the decimal sign is %s', (text, sign) => {
  expect(evidentSign(text)).toBe(sign);
});

test.each<[string, DecimalSign, number, string | null]>([
  ['1,234.50', '.', 1234.5, null],
  ['1.234,50', '.', 1234.5, null],
  ['12.345', ',', 12_345, null],
  ['12,345', '.', 12_345, null],
  ['€ 1 234,5', '.', 1234.5, 'EUR'],
  ['$12', '.', 12, null],
  ['12 usd', '.', 12, 'USD'],
  ["CHF 1'234.50", ',', 1234.5, 'CHF'],
  ['1234', ',', 1234, null],
  ['999999999999.99', '.', 999_999_999_999.99, null],
])('%s in a column with %s is parsed as %d of %s', (text, sign, amount, currency) => {
  expect(readAmount(text, sign)).toEqual({ amount, currency });
});

test.each<[string, DecimalSign | null, string]>([
  ['0.125', ',', 'has more than two decimals.'],
  ['1234.567', ',', 'has more than two decimals.'],
  ['12.345', '.', 'has more than two decimals. If these are thousands, set `decimalSign` to ",".'],
  ['12.345', null, 'is ambiguous, because the file has both decimal commas and decimal points. Set `decimalSign`.'],
  ['1000000000000', '.', 'is more than 999 999 999 999.99.'],
  ['1,23,45', '.', 'is not an amount of money.'],
  ['-5', '.', 'is not an amount of money.'],
  ['2,5 Mio €', ',', 'is not an amount of money.'],
  ['300 Tsd', ',', 'is not an amount of money.'],
  ['9'.repeat(100), '.', 'is not an amount of money.'],
])('%s in a column with %s is not an amount', (text, sign, problem) => {
  expect(readAmount(text, sign)).toEqual({ problem });
});

test.each<[string, DecimalSign[], DecimalSign | null, string, DecimalSign | null]>([
  ['what one amount shows', [','], '.', 'en', ','],
  ['what is asked for', [], ',', 'en', ','],
  ['what the locale has', [], null, 'de', ','],
  ['what another locale has', [], null, 'en-GB', '.'],
  ['what is asked for where amounts differ', ['.', ','], ',', 'en', ','],
  ['nothing where amounts differ', ['.', ','], null, 'de', null],
])('the decimal sign of a column is %s', (_, evident, asked, locale, settled) => {
  expect(chooseDecimalSign(new Set(evident), asked, locale)).toBe(settled);
});
