import { describe, expect, test } from '@jest/globals';
import { growthOf } from '@svc/chassis/testing/growth';
import { parseLinksText, splitLinkGroups } from './links-text.js';

const A = 'https://youtu.be/AAAAAAAAAAA';

describe('pasted text', () => {
  const repeated = [
    ' ',
    '\n',
    'a',
    'a\n',
    'a ',
    ':',
    ')',
    '(',
    '()',
    '-',
    '1.',
    'https://',
    'https://)',
    ',https://a',
    'https://a ',
    'youtu.be/x ',
    'www.',
    '//',
    'code: ',
    'code: a\n',
    'promo A ',
    'code:b\ncode:c\n',
    'a https://a\n',
    'a:: ',
    `${')'.repeat(2_000)} `,
    `https://${')'.repeat(2_000)} `,
    `https://(${')'.repeat(2_000)} `,
    `${'-'.repeat(2_000)}a `,
    '\u200b',
    'a\t',
    'ab,',
    'deal\t',
    'deal\tcode\n',
    'deal\tcode\na\thttps://a\tA1B2\n',
    'a\thttps://a\tA1B2\n',
    'Hello,\n',
    '*a ',
    '_a',
    '**',
    'a code: ',
    'code:a-',
    `code: ${'a'.repeat(2_000)} `,
  ];

  test.each(repeated.map((part) => [JSON.stringify(part.slice(0, 20)), part] as const))(
    'of nothing but %s takes time linear in its size',
    async (_, part) => {
      const growth = await growthOf(async (size) => {
        parseLinksText(`${part.repeat(Math.floor(size / part.length))}x`);
      }, 200_000);

      expect(growth).toBeLessThan(20);
    },
  );

  test.each([
    ['ab,', ''],
    ['ab\t', ''],
    ['ab\t', '\tKITE99'],
    ['deal\t', ''],
    ['A1B2\t', ''],
    ['**ab ', '**'],
    ['code: A1B2 ', ''],
  ])('of one line of %j before and behind a link takes time linear in its size', async (part, end) => {
    const growth = await growthOf(async (size) => {
      const cells = part.repeat(Math.floor(size / part.length / 2));
      parseLinksText(`deal\tcode\n${cells}${A}${end}\n${A}\t${cells}${end}`);
    }, 200_000);

    expect(growth).toBeLessThan(20);
  });

  test('is read in small steps, so that the caller can stop early', () => {
    let count = 0;
    for (const groups of splitLinkGroups(`Deal\tLink\n${`Kite\t${A}\n`.repeat(1_000)}`)) {
      expect(groups.length - count).toBeLessThanOrEqual(64);
      count = groups.length;
    }
    expect(count).toBe(1_000);
  });
});
