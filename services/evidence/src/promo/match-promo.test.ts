import { describe, expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import * as fc from 'fast-check';
import { CodeIndex } from './code-index.js';
import { findCode, type FoundCode } from './match-promo.js';
import { matchText, otherCode } from './match-text.js';
import { NUMBER_LANGUAGES, numbersOf } from './number-words.js';
import { isSameCode } from './promo-code.js';
import { tokensOf } from './tokens.js';

function find(code: string, text: string, isWritten = true): FoundCode | null {
  return findCode(tokensOf(text), new CodeIndex([code]), { isWritten });
}

describe('how a code is found', () => {
  test.each([
    ['SAVE20', 'use code SAVE20 now', 'exact', 1],
    ['SAVE20', 'Use code “save20”!', 'exact', 1],
    ['SAVE20', 'use code ＳＡＶＥ２０', 'exact', 1],
    ['Café20', 'use code CAFE20', 'exact', 1],
    ['NORDVPN-MIKE', 'code: nordvpn-mike', 'exact', 1],
    ['NORDVPN-MIKE', 'code nordvpnmike', 'exact', 1],
    ['SAVE20', 'use code save 20', 'spoken', 0.85],
    ['SAVE20', 'use code save twenty', 'spoken', 0.85],
    ['SAVE20', 'use code save two zero', 'spoken', 0.85],
    ['SAVE20', 'use code save two oh', 'spoken', 0.85],
    ['SAVE20', 'use code capital save dash twenty', 'spoken', 0.85],
    ['SAVE24', 'use code save to for checkout', 'spoken', 0.85],
    ['SAVE2026', 'use code save twenty twenty six', 'spoken', 0.85],
    ['MIKE100', 'code mike a hundred', 'spoken', 0.85],
    ['MIKE100', 'code mike hundred', 'spoken', 0.85],
    ['MIKE105', 'code mike one hundred and five', 'spoken', 0.85],
    ['NORDVPN-MIKE', 'code nord vpn dash mike', 'spoken', 0.85],
    ['NORDVPN-MIKE', 'code nord vpn all caps mike', 'spoken', 0.85],
    ['TECHTALK', 'code tech talk', 'spoken', 0.85],
    ['007', 'code double oh seven', 'spoken', 0.85],
    ['ALL300', 'code all triple zero', null, null],
    ['SAVE25', 'mit dem Code save fünfundzwanzig', 'spoken', 0.85],
    ['SAVE25', 'code save vingt-cinq', 'spoken', 0.85],
    ['SAVE25', 'code save veinticinco', 'spoken', 0.85],
    ['SAVE25', 'code save vinte e cinco', 'spoken', 0.85],
    ['SAVE25', 'code save venticinque', 'spoken', 0.85],
    ['SAVE20', 'code S A V E 2 0', 'spelled', 0.85],
    ['SAVE20', 'code ess ay vee ee twenty', 'spelled', 0.85],
    ['WALL', 'code double you ay double l', 'spelled', 0.85],
    ['SAVE20', 'use code SAVE2O', 'confusable', 0.6],
    ['SAVE20', 'link https://brand.com/save20', 'url_path', 0.6],
    ['SAVE20', 'link brand.com/save20?x=1', 'url_path', 0.6],
    ['SAVE20', 'use code safe twenty', 'fuzzy', 0.5],
    ['NORDVPN', 'use code nordvpm', 'fuzzy', 0.5],
    ['SQUARESPACE', 'use code squarspase', 'fuzzy', 0.45],
    ['SAVE20', 'save20', 'exact', 0.85],
    ['SAVE20', 'we save twenty every day', 'spoken', 0.7],
  ])('%s in %j: %s', (code, text, tier, score) => {
    expect(find(code, text)).toEqual(
      tier === null ? null : expect.objectContaining({ tier, score, offerPhrase: false }),
    );
  });

  test('look-alike characters never match spoken codes', () => {
    expect(find('SAVE20', 'use code SAVE2O', false)).toBeNull();
  });
});

describe('other codes and plain text', () => {
  test.each([
    ['SAVE20', 'use code save twenty five'],
    ['SAVE20', 'use code SAVE200'],
    ['SAVE20', 'use code save 25'],
    ['SAVE20', 'use code save two zero five'],
    ['SAVE20', 'use code xsave20'],
    ['SAVE20', 'use code save20off'],
    ['SAVE20', 'safe twenty'],
    ['ANNA15', 'use code anna fifty'],
    ['ANNA15', 'use code fanna fifteen'],
    ['SAVE20', 'https://brand.com/save200'],
    ['AB', 'use code ac'],
    ['NORDVPN', 'use code surfshark'],
    ['SAVE20', 'use code save constructor 5 twenty'],
  ])('%s is not found in %j', (code, text) => {
    expect(find(code, text)).toBeNull();
  });

  test.each([
    'save 20 percent off',
    'save 20% off your order with the link',
    'I want to save twenty dollars',
    'use the link to save $20',
  ])('%j is likely an offer', (text) => {
    const found = find('SAVE20', text);

    expect(found?.offerPhrase).toBe(true);
    expect(found?.score).toBeLessThanOrEqual(0.55);
  });

  test('an offer next to the code does not affect it', () => {
    expect(find('SAVE20', 'use code SAVE20 for 20 percent off')).toMatchObject({ score: 1, offerPhrase: false });
    expect(find('SAVE20', 'code save twenty 20 percent off')).toMatchObject({ tier: 'spoken', offerPhrase: false });
  });
});

test('of several codes and positions the best match is returned', () => {
  const codes = new CodeIndex(['SAVE20', 'NORD50']);

  expect(matchText('save twenty. Use code NORD50', codes)).toEqual({
    promoCode: 'NORD50',
    tier: 'exact',
    score: 1,
    offerPhrase: false,
  });
  expect(matchText(null, codes)).toBeNull();
});

test.each([
  ['use code NORD50', 'NORD50'],
  ['Code: "nord50"', 'nord50'],
  ['use code SAVE20 or save-20', null],
  ['my code is great', null],
  ['code of conduct', null],
])('the other code of %j is %j', (text, code) => {
  expect(otherCode(text, new CodeIndex(['SAVE20']))).toBe(code);
});

test('codes are compared without separators and case', () => {
  expect(isSameCode('NORDVPN-MIKE', 'nordvpn mike')).toBe(true);
  expect(isSameCode('SAVE20', 'SAVE200')).toBe(false);
});

test.each(NUMBER_LANGUAGES)('every number in %s can be parsed', (language) => {
  const values = new Set<number>();
  const collect = (node: ReturnType<typeof numbersOf>): void => {
    if (node.value !== undefined) values.add(node.value);
    for (const next of node.next.values()) collect(next);
  };
  collect(numbersOf(language));

  expect(values.size).toBe(1_000);
});

test('a written code is found at any position in any text', () => {
  const codes = fc.stringMatching(/^[A-Z]{2,8}[0-9]{0,4}$/);
  fc.assert(
    fc.property(codes, fc.lorem(), fc.lorem(), (code, before, after) => {
      expect(find(code, `${before} code ${code} ${after}`)).toMatchObject({ tier: 'exact', score: 1 });
    }),
  );
});

test('matching never throws, and is deterministic', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), fc.string({ unit: 'binary' }), (code, text) => {
      expect(find(code, text)).toEqual(find(code, text));
    }),
  );
});

test.each(['SAVE20', 'NORDVPN-MIKE', '007', 'a', '1a2b3c4d5e6f7g8h'])(
  'looking for %s takes time linear in the text',
  async (code) => {
    const shapes = ['save ', 'save twenty ', 's a v e ', 'twenty ', 'double ', 'hundred ', 'save2', 'save-', 'a1', 'dash ', 'all caps ', 'code ', 'http://a/', '. ', '\u0301', '1 ', 'nordvpn-'];

    expect(await findSuperlinear((text) => find(code, text))).toEqual([]);
    expect(await findSuperlinear((text) => find(code, text), { shapes })).toEqual([]);
    expect(await findSuperlinear((text) => otherCode(text, new CodeIndex([code])), { shapes })).toEqual([]);
  },
); // prettier-ignore
