import { describe, expect, test } from '@jest/globals';
import { growthOf } from '@svc/chassis/testing/growth';
import * as fc from 'fast-check';
import type { LinkGroup } from './group-draft.js';
import { parseLinksText } from './links-text.js';

type Read = Pick<LinkGroup, 'name' | 'promoCode' | 'urls'>;

function groupsOf(...lines: string[]): Read[] {
  return groupsIn(lines.join('\n'));
}

function groupsIn(text: string): Read[] {
  return parseLinksText(text).groups.map(({ name, promoCode, urls }) => ({ name, promoCode, urls }));
}

function group(name: string | null, promoCode: string | null, ...urls: string[]): Read {
  return { name, promoCode, urls };
}

function lineRange(firstLine: number, lastLine = firstLine) {
  return { firstLine, lastLine };
}

const A = 'https://youtu.be/AAAAAAAAAAA';
const B = 'https://www.tiktok.com/@b/video/7450000000000000000';
const C = 'https://x.com/c/status/1234567';

describe('groups', () => {
  test('any number of blank lines, with any white space, separates groups', () => {
    expect(groupsOf('', A, B, '', ' \t ', '\u00a0', C, '')).toEqual([group(null, null, A, B), group(null, null, C)]);
  });

  test('a label above links names their group', () => {
    expect(groupsOf('Anna Smith', A, B)).toEqual([group('Anna Smith', null, A, B)]);
  });

  test('a label that follows links starts the next group', () => {
    expect(groupsOf('Anna', A, 'Ben', B, C)).toEqual([group('Anna', null, A), group('Ben', null, B, C)]);
  });

  test('several label lines above the same links make one name', () => {
    expect(groupsOf('Anna Smith', 'Spring launch', A)).toEqual([group('Anna Smith Spring launch', null, A)]);
  });

  test('a label without links keeps its position, to be reported', () => {
    expect(groupsOf('Anna', '', 'Ben', B, '', 'Cleo')).toEqual([
      group('Anna', null),
      group('Ben', null, B),
      group('Cleo', null),
    ]);
  });

  test('a row of dashes or arrows separates groups and is not a name', () => {
    expect(groupsOf('Anna', A, '-----', B, '👇👇', C)).toEqual([
      group('Anna', null, A),
      group(null, null, B),
      group(null, null, C),
    ]);
  });

  test.each(['', ' ', '\ufeff', '\n\n\r\n', '---', 'CODE:', '1.'])('do not exist in %j', (text) => {
    expect(parseLinksText(text)).toEqual({ groups: [] });
  });

  test('a repeated link is kept, for the caller to decide', () => {
    expect(groupsOf(A, A)).toEqual([group(null, null, A, A)]);
  });
});

describe('promo codes', () => {
  test.each([
    'CODE: SAVE20',
    'code:SAVE20',
    'Promo: SAVE20',
    'PROMO : SAVE20',
    '**CODE:** SAVE20',
    '*Code: SAVE20*',
    'code: `SAVE20`',
    'promo code: SAVE20',
    'Promo-Code: SAVE20',
    'promocode:   SAVE20  ',
    '- code: SAVE20',
    'CODE：SAVE20',
  ])('%j sets the code of its group and is not a label', (line) => {
    expect(groupsOf('Anna', line, A)).toEqual([group('Anna', 'SAVE20', A)]);
    expect(groupsOf(line, A)).toEqual([group(null, 'SAVE20', A)]);
  });

  test('a code between or below the links holds for all links of the block', () => {
    expect(groupsOf(A, 'CODE: SAVE20', B)).toEqual([group(null, 'SAVE20', A, B)]);
    expect(groupsOf('Anna', A, B, 'CODE: SAVE20', '', C)).toEqual([
      group('Anna', 'SAVE20', A, B),
      group(null, null, C),
    ]);
  });

  test('another code starts the next group; the same code, in any case, does not', () => {
    expect(groupsOf('CODE: ONE', A, 'CODE: one', B, 'CODE: TWO', C)).toEqual([
      group(null, 'ONE', A, B),
      group(null, 'TWO', C),
    ]);
  });

  test('a code without links keeps its position, to be reported', () => {
    expect(groupsOf('CODE: ONE', 'CODE: TWO', A)).toEqual([group(null, 'ONE'), group(null, 'TWO', A)]);
  });

  test('an empty code line sets nothing and separates nothing', () => {
    expect(groupsOf('Anna', 'CODE:', A)).toEqual([group('Anna', null, A)]);
  });

  test('a code on the line of a link is set, before or after the link', () => {
    expect(groupsOf(`CODE: ONE ${A}`, `${B} promo: TWO`)).toEqual([group(null, 'ONE', A), group(null, 'TWO', B)]);
    expect(groupsOf(`Anna ${A} CODE: ONE`)).toEqual([group('Anna', 'ONE', A)]);
  });

  test.each([
    ['Kite Air CODE: KITE20', 'Kite Air'],
    ['Kite Air, promo code: KITE20', 'Kite Air'],
    ['- Kite Air (code: KITE20)', 'Kite Air'],
    ['Kite Air - use my code： "KITE20".', 'Kite Air'],
    ['Use code: KITE20', null],
  ])('at the end of a label are set, above the links and before them: %j', (label, name) => {
    expect(groupsOf(label, A, '', B)).toEqual([group(name, 'KITE20', A), group(null, null, B)]);
    expect(groupsOf(`${label} ${A}`)).toEqual([group(name, 'KITE20', A)]);
    expect(groupsOf(`${label}\t${A}`)).toEqual([group(name, 'KITE20', A)]);
  });

  test.each(['Kite Air usecode: KITE20', 'Kite Air promo: KITE20', 'Kite Air code: KITE20 week 2'])(
    'are only suggested in %j',
    (label) => {
      expect(parseLinksText(`${label}\n${A}`).groups).toMatchObject([
        { name: label, promoCode: null, suggestion: { promoCode: 'KITE20' } },
      ]);
    },
  );

  test.each(['Codename: Anna', 'Promotion: spring', 'My code: X', 'promo code X'])('%j is a label', (line) => {
    expect(groupsOf(line, A)).toEqual([group(line, null, A)]);
  });
});

describe('text on the line of a link', () => {
  test('before the first link names a group that has no name', () => {
    expect(groupsOf(`Anna: ${A}`, B)).toEqual([group('Anna', null, A, B)]);
  });

  test('makes each line a separate group unless a line above joins them', () => {
    expect(groupsOf(`Anna - ${A}`, `Ben\t${B}`, C)).toEqual([group('Anna', null, A), group('Ben', null, B, C)]);
  });

  test('is a remark under a label or code line', () => {
    expect(groupsOf('Anna', `Video 1: ${A}`, `Video 2: ${B}`)).toEqual([group('Anna', null, A, B)]);
    expect(groupsOf('CODE: ONE', `Video 1: ${A}`, `Video 2: ${B}`)).toEqual([group('Video 1', 'ONE', A, B)]);
  });

  test('between or after links is a remark', () => {
    expect(groupsOf(`${A} and ${B} (12K views)`, `${C} done`)).toEqual([group(null, null, A, B, C)]);
  });

  test.each([
    [`1. ${A}`],
    [`12) ${A}`],
    [`- ${A}`],
    [`* ${A}`],
    [`• ${A}`],
    [`> ${A}`],
    [`👉 ${A}`],
    [`-${A}`],
    [`1.${A}`],
    [`| ${A} |`],
  ])('is not a name when it is a bullet: %j', (line) => {
    expect(groupsOf(line)).toEqual([group(null, null, A)]);
  });

  test.each([
    ['Anna:', 'Anna'],
    ['- Anna -', 'Anna'],
    ['# Anna', 'Anna'],
    ['2. Anna, Ben', 'Anna, Ben'],
    ['  Anna \t Smith  ', 'Anna Smith'],
    ['@anna', '@anna'],
    ['2026', '2026'],
    ['Анна', 'Анна'],
    ['Anna (US)', 'Anna (US)'],
    ['**Bold Brand**', 'Bold Brand'],
    ['**Bold Brand:**', 'Bold Brand'],
    ['- **Bold Brand** -', 'Bold Brand'],
    ['*Bold Brand* by Anna', 'Bold Brand by Anna'],
    ['***Bold Brand***', 'Bold Brand'],
    ['_Bold Brand_', 'Bold Brand'],
    ['__Bold__ ~~Brand~~', 'Bold Brand'],
    ['`Bold Brand`', 'Bold Brand'],
    ['> - ## **1. Bold Brand**', 'Bold Brand'],
    ['@bold_brand_', '@bold_brand_'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
  ])('label %j is read as %j, above its links and before them', (text, name) => {
    expect(groupsOf(text, A)).toEqual([group(name, null, A)]);
    expect(groupsOf(`${text} ${A}`)).toEqual([group(name, null, A)]);
  });
});

describe('rows of a table', () => {
  test('are groups of their own, below headings that are skipped', () => {
    const rows = [`Kite Nine\t${A}\tKITE99`, `Glow Two\t${B}\tGLOW22`];
    const codes = [group('Kite Nine', 'KITE99', A), group('Glow Two', 'GLOW22', B)];

    expect(groupsOf('Deal\tLink\tCode', ...rows)).toEqual(codes);
    expect(groupsOf('Hi Nora', 'Deal\tLink\tPromo code', '', ...rows)).toEqual([group('Hi Nora', null), ...codes]);
    expect(groupsOf('Hi Nora', ...rows)).toEqual([group('Kite Nine', null, A), group('Glow Two', null, B)]);
  });

  test.each(['Deal,Link,Code', 'Brand, URL, Promo code', '"Name","Video link","CODE"', 'Date,Deal,Video'])(
    'skip the headings %j',
    (line) => {
      expect(parseLinksText(line)).toEqual({ groups: [] });
    },
  );

  test.each(['Anna, Ben', 'Deal, the movie', 'Code\tRed', 'Link', 'Name your price, today'])(
    'have no headings %j, which is a label',
    (line) => {
      expect(groupsOf(line, A)).toEqual([group(line.replace('\t', ' '), null, A)]);
    },
  );

  test.each([
    [`Kite Nine\t${A}\tKITE99`, 'Kite Nine'],
    [`Kite Nine,${A},KITE99`, 'Kite Nine'],
    [`Kite Nine, ${A}, KITE99`, 'Kite Nine'],
    [`Kite Nine;${A};KITE99`, 'Kite Nine'],
    [`"Kite Nine","${A}","KITE99"`, 'Kite Nine'],
    [`"Kite, Nine",${A},KITE99,12K`, 'Kite, Nine'],
    [`KITE99\tKite Nine\t${A}`, 'Kite Nine'],
    [`3\t2026-11-20\tKite Nine\tYouTube\t${A}\tKITE99\t12,345\tlive`, 'Kite Nine'],
    [`${A}\tKite Nine\tKITE99`, 'Kite Nine'],
    [`${A},KITE99`, null],
  ])('suggest the only code among the other cells: %j', (line, name) => {
    const { groups } = parseLinksText(line);

    expect(groups).toMatchObject([{ name, promoCode: null, urls: [A], suggestion: { promoCode: 'KITE99', name } }]);
  });

  test.each([
    `Kite Nine\t${A}\tKITE99\tGLOW22`,
    `Kite Nine\t${A}\t12K\t3rd`,
    `Kite Nine\t${A}\t20-Nov-26\tDONE`,
    `KITE99\t${A}`,
    `NASA\t${A}`,
  ])('suggest no code without a single one: %j', (line) => {
    expect(parseLinksText(line).groups).toMatchObject([{ promoCode: null, urls: [A], suggestion: null }]);
  });

  test('take name and code from the columns that headings name', () => {
    expect(
      groupsOf(
        'Creator,Brand,Platform,URL,Promo code,Status',
        `Anna,Kite Nine,YouTube,${A},kite,OK`,
        `Ben,Glow Two,TikTok,${B},n/a,OK`,
        `Cleo,"Third, Inc",X,${C},,OK`,
      ),
    ).toEqual([group('Kite Nine', 'kite', A), group('Glow Two', null, B), group('Third, Inc', null, C)]);
  });

  test('may be a Markdown table', () => {
    const lines = ['| Deal | Link | Code |', '|---|:---:|---|', `| **Kite Nine** | ${A} | KITE99 |`, `|Glow Two|${B}|`];

    expect(groupsOf(...lines)).toEqual([group('Kite Nine', 'KITE99', A), group('Glow Two', null, B)]);
  });

  test.each(['10%', '20% off', '2', '-', 'tbd', ''])('take no code from %j in the column of codes', (cell) => {
    expect(groupsOf('Deal\tLink\tPromo', `Kite\t${A}\t${cell}`)).toEqual([group('Kite', null, A)]);
  });

  test('suggest a code that has a remark in the column of codes', () => {
    const { groups } = parseLinksText(`Deal\tLink\tCode\nKite\t${A}\tKITE99 (until May)`);

    expect(groups).toMatchObject([
      { name: 'Kite', promoCode: null, suggestion: { promoCode: 'KITE99', name: 'Kite' } },
    ]);
  });

  test('of the same name and code belong together, and their group keeps all its lines', () => {
    const lines = [`Kite\t${A}\tKITE99`, `Glow\t${B}\tGLOW22`, `kite\t${C}\tKITE99`, `Kite\t${B}\tKITE50`];

    expect(parseLinksText(lines.join('\n')).groups).toMatchObject([
      { name: 'Kite', urls: [A, C], urlLines: [1, 3], lines: [lineRange(1), lineRange(3)] },
      { name: 'Glow', urls: [B], lines: [lineRange(2)] },
      { name: 'Kite', urls: [B], lines: [lineRange(4)] },
    ]);
    expect(groupsOf(`Kite\t${A}`, '', `Kite\t${B}`)).toEqual([group('Kite', null, A), group('Kite', null, B)]);
  });

  test('without name and code continue the row above, as in merged cells', () => {
    expect(groupsOf(`Kite\t${A}\tKITE99`, `\t${B}\t`, `\t${C}\tGLOW22`)).toEqual([
      group('Kite', null, A, B),
      group(null, null, C),
    ]);
  });

  test('without a link are reported, not taken for the name of the next row', () => {
    expect(groupsOf('Deal\tLink\tCode', 'Kite\t\tKITE99', `Glow\t${B}\tGLOW22`)).toEqual([
      group('Kite', 'KITE99'),
      group('Glow', 'GLOW22', B),
    ]);
  });

  test('are not found in a link with commas or semicolons, or in a sentence', () => {
    const [withCommas, withEntity] = ['https://videos.example/a,1,2.html', 'https://videos.example/?a=1&amp;b=2'];

    expect(groupsOf(withCommas, `Anna, ${withCommas}`)).toEqual([
      group(null, null, withCommas),
      group('Anna', null, withCommas),
    ]);
    expect(groupsOf(withEntity)).toEqual([group(null, null, withEntity)]);
    expect(groupsOf(`Anna, my sister, posted ${A}, then left`)).toEqual([group('Anna, my sister, posted', null, A)]);
  });

  test('with a code line above belong to that code', () => {
    expect(groupsOf('CODE: ONE', `Long cut\t${A}`, `Teaser\t${B}`)).toEqual([group('Long cut', 'ONE', A, B)]);
  });
});

describe('lines with different texts below a heading', () => {
  const separate = [group('Kite Nine', null, A), group('Glow Two', null, B)];

  test.each(['Hi Nora, these went live today:', 'This week', '# Live'])('are separate groups: %j', (heading) => {
    expect(groupsOf(heading, `Kite Nine: ${A}`, `Glow Two: ${B}`)).toEqual(separate);
  });

  test('keep links without a text, repeated texts, and codes of their own', () => {
    expect(
      groupsOf('Today', `Kite Nine: ${A} code: KITE99`, B, `kite nine - ${C}`, `Glow Two: ${A} code: GLOW22`),
    ).toEqual([group('Kite Nine', 'KITE99', A, B, C), group('Glow Two', 'GLOW22', A)]);
  });

  test('leave links directly below the heading to it', () => {
    expect(groupsOf('Anna', C, `Kite Nine: ${A}`, `Glow Two: ${B}`)).toEqual([group('Anna', null, C), ...separate]);
  });

  test('are one group when the texts name only sites, days or parts', () => {
    expect(groupsOf('Anna', `TikTok: ${A}`, `Instagram Reel 2: ${B}`, `Monday - ${C}`)).toEqual([
      group('Anna', null, A, B, C),
    ]);
  });

  test('name the group when the heading only introduces them', () => {
    expect(groupsOf('Hi Nora, this went live today:', `Kite Nine: ${A}`)).toEqual([group('Kite Nine', null, A)]);
    expect(groupsOf('Anna:', `Spring launch: ${A}`)).toEqual([group('Anna', null, A)]);
  });

  test('keep the heading with the first group, to leave the text with it', () => {
    const { groups } = parseLinksText(['Today', `Kite Nine: ${A}`, `Glow Two: ${B}`].join('\n'));

    expect(groups).toMatchObject([{ lines: [lineRange(1, 2)] }, { lines: [lineRange(3)] }]);
  });
});

describe('links', () => {
  test.each([
    [`${A} ${B}\t${C}`, [A, B, C]],
    [`${A},${B};${C}`, [A, B, C]],
    [`${A}, ${B} | ${C}.`, [A, B, C]],
    [`**${A}**`, [A]],
    [`_${A}_`, [A]],
    [`<${A}>`, [A]],
    [`(${A}), "${B}"`, [A, B]],
    [`HTTP://YouTu.be/AAAAAAAAAAA`, ['HTTP://YouTu.be/AAAAAAAAAAA']],
    ['youtu.be/AAAAAAAAAAA', ['youtu.be/AAAAAAAAAAA']],
    ['<www.YouTube.com/watch?v=AAAAAAAAAAA>,', ['www.YouTube.com/watch?v=AAAAAAAAAAA']],
    ['//youtu.be/AAAAAAAAAAA vm.tiktok.com/ZM1/', ['//youtu.be/AAAAAAAAAAA', 'vm.tiktok.com/ZM1/']],
    ['www.unknown.example/video', ['www.unknown.example/video']],
    [`https://l.facebook.com/l.php?u=${A}`, [`https://l.facebook.com/l.php?u=${A}`]],
    ['https://not a link', ['https://not']],
  ])('of %j are %j', (line, urls) => {
    expect(groupsOf(line)).toEqual([group(null, null, ...urls)]);
  });

  test('may be in Markdown, with the name in brackets', () => {
    expect(groupsOf(`- [Anna Smith](${A})`)).toEqual([group('Anna Smith', null, A)]);
    expect(groupsOf(`Anna (${A})`)).toEqual([group('Anna', null, A)]);
  });

  test.each(['youtube.com', 'unknown.example/video', 'anna@x.com', 'and/or', 'ftp://youtu.be/x'])(
    'are not found in %j, which is a label',
    (line) => {
      expect(groupsOf(line, A)).toEqual([group(line, null, A)]);
    },
  );
});

describe('details of a group', () => {
  test('include its lines, and the line of each link, with any line breaks', () => {
    for (const lineBreak of ['\n', '\r\n', '\r', '\u2028']) {
      const { groups } = parseLinksText(['', 'Anna', 'CODE: ONE', `${A} ${B}`, '', C, 'Ben', A].join(lineBreak));

      expect(groups).toMatchObject([
        { lines: [lineRange(2, 4)], urlLines: [4, 4] },
        { lines: [lineRange(6)], urlLines: [6] },
        { lines: [lineRange(7, 8)], urlLines: [8] },
      ]);
    }
  });

  test.each([
    [['Anna', 'use code FJELL15', A], 'FJELL15', 'Anna'],
    [['Anna (usecode: glow-10)', A], 'glow-10', 'Anna'],
    [['Code - FJELL15', A], 'FJELL15', null],
    [[`Anna ${A} use code FJELL15`], 'FJELL15', 'Anna'],
    [[A, `${B} (promo SPRING20)`, `${C} promo LATER30`], 'SPRING20', null],
  ])('suggest the first code that its texts seem to name: %j', (lines, promoCode, name) => {
    const { groups } = parseLinksText(lines.join('\n'));

    expect(groups).toMatchObject([{ promoCode: null, suggestion: { promoCode, name } }]);
  });

  test('suggest no code when its texts name none', () => {
    expect(parseLinksText(`Anna\n${A} 12K views`).groups).toMatchObject([{ suggestion: null }]);
  });
});

describe('any pasted text', () => {
  test('is parsed the same with every kind of line break and a byte order mark', () => {
    const lines = ['\ufeffAnna', 'CODE: ONE', A, '', B];

    for (const lineBreak of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085']) {
      expect(groupsIn(lines.join(lineBreak))).toEqual([group('Anna', 'ONE', A), group(null, null, B)]);
    }
  });

  test('is preserved: every link once, in order, and every label line in a name', () => {
    const line = fc.oneof(
      fc.nat(999).map((n) => `https://videos.example/${n}`),
      fc.nat(999).map((n) => `Person ${n}`),
      fc.nat(9).map((n) => `CODE: C${n}`),
      fc.constant(''),
    );

    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { groups } = parseLinksText(lines.join('\n'));

        expect(groups.flatMap(({ urls }) => urls)).toEqual(lines.filter((text) => text.startsWith('https:')));
        expect(groups.flatMap(({ name }) => name ?? []).join(' ')).toBe(
          lines.filter((text) => text.startsWith('Person')).join(' '),
        );
        expect(groups.every(({ name, promoCode, urls }) => name ?? promoCode ?? urls[0])).toBe(true);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(Array.isArray(parseLinksText(text).groups)).toBe(true);
      }),
    );
  });

  test('of 10 000 lines keeps all of them', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `https://videos.example/${n}`);

    expect(groupsOf(...lines)).toEqual([group(null, null, ...lines)]);
  });

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
    'a,',
    '",',
    '"a",',
    'a,https://youtu.be/a\n',
    'a\thttps://youtu.be/a\tA1B2\n',
    'deal\tlink\n',
    '*a ',
    '_a ',
    '**a',
    '`a',
    'a code: ',
    `code: ${'a'.repeat(2_000)} `,
    'a: https://a\nb: https://a\n',
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
});
