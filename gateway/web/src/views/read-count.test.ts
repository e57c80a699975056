import { expect, test } from '@jest/globals';
import { assert, constantFrom, nat, property, string } from 'fast-check';
import { createFormats } from '../../shared/format.ts';
import { doubtOf, readCount } from './read-count.ts';

test.each([
  ['0', 0],
  ['12345', 12_345],
  ['12,345', 12_345],
  ['12.345', 12_345],
  ['12 345', 12_345],
  ["12'345", 12_345],
  ['12’345', 12_345],
  ['12\u202F345\u00A0678', 12_345_678],
  ['1.234', 1_234],
  ['1,234,567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['12.3k', 12_300],
  ['12,3k', 12_300],
  ['12.3K', 12_300],
  ['1.15k', 1_150],
  ['1.2m', 1_200_000],
  ['1.2 M', 1_200_000],
  ['3b', 3_000_000_000],
  ['٤٥٦', 456],
  ['١٢٬٣٤٥', 12_345],
  ['१२३', 123],
  ['１２３', 123],
  ['  77\t', 77],
  ['\u200B99\u200E', 99],
])('%j is %d', (typed, value) => {
  expect(readCount(typed)).toEqual({ value });
});

test.each([
  ['', /number of views/],
  ['-1', /negative/],
  ['−5', /negative/],
  ['1e6', /digits/],
  ['12.5', /no decimals/],
  ['1.234k', /two numbers/],
  ['1,23', /no decimals/],
  ['12.34.567', /Enter a number/],
  ['1,234.567', /Enter a number/],
  ['about 5', /Enter a number/],
  ['12\t13', /several cells/],
  ['99999999999999999', /too large/],
  ['<b>1</b>', /Enter a number/],
])('%j is not a count, with a reason', (typed, reason) => {
  expect(readCount(typed)).toEqual({ problem: expect.stringMatching(reason) });
});

test('a formatted number is parsed as itself, in the formats of many regions', () => {
  const locales = ['en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'pt-BR', 'sv', 'hi', 'fa'];
  assert(
    property(nat(2_000_000_000), constantFrom(...locales), (value, locale) => {
      const shown = createFormats({ locale, timeZone: 'UTC' }).count(value);
      expect([shown, readCount(shown)]).toEqual([shown, { value }]);
    }),
  );
});

test('every text is parsed in bounded time, and every result is an integer', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 10_000 }), (typed) => {
      const read = readCount(typed);
      if ('value' in read) expect(Number.isSafeInteger(read.value) && read.value >= 0).toBe(true);
      else expect(read.problem).not.toBe('');
    }),
  );
});

test('less than the last count, and more than ten times it, is doubtful', () => {
  const doubt = (value: number, last: number | null) => doubtOf(value, last, String);
  expect([doubt(5, null), doubt(5, 5), doubt(50, 5), doubt(3, 0)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(doubt(4, 5)).toMatch(/Less than last time \(5\)/);
  expect(doubt(51, 5)).toMatch(/More than ten times/);
});
