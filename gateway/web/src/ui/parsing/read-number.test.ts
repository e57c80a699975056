import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createFormats } from '../../../shared/format.ts';
import { describeNoNumber, parseNumber } from './read-number.ts';

const POINT = { mark: '.' };
const COMMA = { mark: ',' };

test.each([
  ['100k', POINT, 100_000],
  ['1.5m', POINT, 1_500_000],
  ['1,5m', COMMA, 1_500_000],
  ['12,300', POINT, 12_300],
  ['12.300', COMMA, 12_300],
  ['12,300.5', POINT, 12_300.5],
  ['12.300,5', COMMA, 12_300.5],
  ['12.300,5', POINT, 12_300.5],
  ['1 250,50', COMMA, 1_250.5],
  ['1,23,456.50', POINT, 123_456.5],
  ['1250.50', COMMA, 1_250.5],
  ['٠٫٥', POINT, 0.5],
  ['0', POINT, 0],
])('%j is an amount', (typed, decimals, value) => {
  expect(parseNumber(typed, decimals)).toEqual({ value });
});

test.each([
  ['1.234', POINT, 'decimals'],
  ['1,234', COMMA, 'decimals'],
  ['0,125', POINT, 'decimals'],
  ['12.3456', POINT, 'decimals'],
  ['1.234.5', POINT, 'other'],
  ['12..5', POINT, 'other'],
  ['.5', POINT, 'other'],
  ['-5', POINT, 'negative'],
  ['1.234k', POINT, 'ambiguous'],
  ['much', POINT, 'other'],
])('%j is not an amount', (typed, decimals, reason) => {
  expect(parseNumber(typed, decimals)).toEqual({ reason });
});

test('a formatted amount is parsed as itself, in the formats of many regions', () => {
  const locales = ['en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'pt-BR', 'sv', 'hi', 'fa'];
  fc.assert(
    fc.property(fc.nat(2_000_000_000), fc.constantFrom(...locales), (cents, locale) => {
      const { decimal, decimalMark } = createFormats({ locale, timeZone: 'UTC' });
      const shown = decimal(cents / 100);
      expect([shown, parseNumber(shown, { mark: decimalMark() })]).toEqual([shown, { value: cents / 100 }]);
    }),
  );
});

test('each refusal says what to enter', () => {
  expect(describeNoNumber('decimals', true)).toBe('Use two decimals at most.');
  expect(describeNoNumber('decimals', false)).toMatch(/whole number/);
});
