import { describe, expect, test } from '@jest/globals';
import { growthOf } from '@svc/chassis/testing/growth';
import * as fc from 'fast-check';
import { readSuggestion } from './suggested-code.js';

describe('a code is suggested', () => {
  test.each([
    ['Code - FJELL15', 'FJELL15', null],
    ['(usecode: glow-10)', 'glow-10', null],
    ['promo SPRING20', 'SPRING20', null],
    ['Use code FJELL15', 'FJELL15', null],
    ['use code "FJELL"', 'FJELL', null],
    ['Anna Smith – use my code FJELL15', 'FJELL15', 'Anna Smith'],
    ['Anna (promo code FJELL15) week 2', 'FJELL15', 'Anna week 2'],
    ['Northwind Coffee / discount code = coffee5', 'coffee5', 'Northwind Coffee'],
    ['Kód: LETO5', 'LETO5', null],
    ['mi código: verano', 'verano', null],
    ['Code promo : ETE24', 'ETE24', null],
    ['Gutscheincode → SOMMER24', 'SOMMER24', null],
    ['промокод ЛЕТО24', 'ЛЕТО24', null],
    ['voucher is SAVE_20.', 'SAVE_20', null],
    ['codes: ONE1, TWO2', 'ONE1', 'TWO2'],
    ['Promo video with code: ANNA', 'ANNA', 'Promo video'],
  ])('in %j: %j, and the name %j', (text, promoCode, name) => {
    expect(readSuggestion(text)).toEqual({ promoCode, name });
  });
});

describe('no code is suggested', () => {
  test.each([
    'Anna',
    'Code Red',
    'Codename: Anna',
    'Promo video',
    'NEW PROMO VIDEO',
    'Promo 2',
    'Promo 2026',
    'promo 20%OFF',
    'promo 20% off',
    'Code - the film',
    'code',
    'code:',
    'use code: 7',
    'anna@code.example FJELL15',
    '@promo SPRING20x',
    'promo/SPRING20',
    'Barcode FJELL15',
    `code ${'A1'.repeat(40)}`,
    'code https://a1.example',
  ])('in %j', (text) => {
    expect(readSuggestion(text)).toBeNull();
  });

  test('in plain names, of any words', () => {
    const capitalized = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);
    const word = fc.oneof(capitalized, fc.constantFrom('Code', 'Promo', 'Voucher', 'Red', 'and', '&', '2', '2026'));

    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        expect(readSuggestion(words.join(' '))).toBeNull();
      }),
    );
  });
});

test('a suggestion is part of the text, no longer than a code may be, and removed from the name', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'code',
      'promo',
      ' ',
      ': ',
      ' - ',
      '(',
      ')',
      'use ',
      'X1',
      'A1'.repeat(33),
      '\u0301',
      'é',
      '_',
      '-',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const found = readSuggestion(text);
      if (!found) return;
      expect(found.promoCode.length).toBeGreaterThan(1);
      expect(found.promoCode.length).toBeLessThanOrEqual(64);
      expect(text.normalize('NFC')).toContain(found.promoCode);
      expect(found.name === null || found.name.length < text.normalize('NFC').length).toBe(true);
    }),
  );
});

test.each(['code ', 'code: A_'])('a text of nothing but %j takes time linear in its size', async (part) => {
  const growth = await growthOf(async (size) => {
    readSuggestion(part.repeat(Math.floor(size / part.length)));
  }, 200_000);

  expect(growth).toBeLessThan(20);
});
