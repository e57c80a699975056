import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type LinkGroup, parseLinksText } from './links-text.js';

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

  test.each(['**CODE: SAVE20**', '**CODE:** SAVE20'])('in Markdown are set: %j', (line) => {
    expect(groupsOf('Anna', line, A)).toEqual([group('Anna', 'SAVE20', A)]);
  });

  test.each([
    'Kite Air CODE: KITE20',
    'Kite Air, promo code: KITE20',
    '- Kite Air (code: KITE20)',
    'Kite Air my code: "KITE20".',
  ])('at the end of a label are set, above the links and before them: %j', (label) => {
    expect(groupsOf(label, A, '', B)).toEqual([group('Kite Air', 'KITE20', A), group(null, null, B)]);
    expect(groupsOf(`${label} ${A}`)).toEqual([group('Kite Air', 'KITE20', A)]);
    expect(groupsOf(`${label}\t${A}`)).toEqual([group('Kite Air', 'KITE20', A)]);
  });

  test.each([
    ['Kite Air code: pending', 'pending'],
    ['Kite Air code: norway', 'norway'],
    ['Kite Air QR code: KITE20', 'KITE20'],
    ['Kite Air, zip code: NW1 6XE', 'NW1'],
    ['Kite Air no code: KITE20', 'KITE20'],
    ['Kite Air code: KITE20 week 2', 'KITE20'],
    ['Kite Air usecode: KITE20', 'KITE20'],
    ['Use code: KITE20', 'KITE20'],
  ])('in the label %j are only suggested', (label, promoCode) => {
    expect(parseLinksText(`${label}\n${A}`).groups).toMatchObject([
      { name: label, promoCode: null, suggestion: { promoCode } },
    ]);
  });

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
    ['**Kite**', 'Kite'],
    ['**Kite:**', 'Kite'],
    ['**Kite** -', 'Kite'],
    ['- **_Kite Air_**', 'Kite Air'],
    ['# **1. Kite**', 'Kite'],
    ['*Kite* by Anna', 'Kite by Anna'],
    ['_x_', 'x'],
    ['`Kite`', 'Kite'],
    ['@kite_air_', '@kite_air_'],
    ['SAVE_20_NOW', 'SAVE_20_NOW'],
    ['2 * 3 * 4', '2 * 3 * 4'],
  ])('label %j is read as %j, above its links and before them', (text, name) => {
    expect(groupsOf(text, A)).toEqual([group(name, null, A)]);
    expect(groupsOf(`${text} ${A}`)).toEqual([group(name, null, A)]);
  });
});

describe('rows of a spreadsheet', () => {
  const HEADINGS = 'Deal\tLink\tCode';

  /** The given code and the suggested one of the only group. */
  function codesOf(...lines: string[]): (string | null | undefined)[] {
    const [first, ...others] = parseLinksText(lines.join('\n')).groups;
    expect(others).toEqual([]);
    return [first?.promoCode, first?.suggestion?.promoCode ?? null];
  }

  test('below a heading row are groups with the codes of their cells; the headings name nothing', () => {
    expect(groupsOf(HEADINGS, `Kite Nine\t${A}\tKITE99`, `Glow Two\t${B}\tGLOW22`, `Fjell\t${C}\t`)).toEqual([
      group('Kite Nine', 'KITE99', A),
      group('Glow Two', 'GLOW22', B),
      group('Fjell', null, C),
    ]);
    expect(groupsOf('Name\tDISCOUNT  CODE\tVideo url', `Kite\tGLOW\t${A}`)).toEqual([group('Kite GLOW', 'GLOW', A)]);
    expect(parseLinksText(HEADINGS)).toEqual({ groups: [] });
  });

  test('of the same deal are joined only where lines without a name are', () => {
    expect(groupsOf(`Kite\t${A}`, `Kite\t${B}`)).toEqual([group('Kite', null, A), group('Kite', null, B)]);
    expect(groupsOf(HEADINGS, `Kite\t${A}\tKITE99`, `\t${B}\t`, `\t${C}\tGLOW22`)).toEqual([
      group('Kite', 'KITE99', A, B),
      group(null, 'GLOW22', C),
    ]);
  });

  test('that begin with their links never get the code of another row', () => {
    expect(groupsOf('Link\tDeal\tCode', `${A}\tKite\tpending`, `${B}\tGlow\tGLOW22`, `${C}\tFjell\t`)).toEqual([
      group(null, null, A),
      group(null, 'GLOW22', B),
      group(null, null, C),
    ]);
  });

  test('with a label or code line above belong to it', () => {
    expect(groupsOf('Kite', HEADINGS, `Reel\t${A}\tKITE99`, `Story\t${B}\t`)).toEqual([group('Kite', 'KITE99', A, B)]);
    expect(groupsOf('CODE: ONE', `Reel\t${A}`, `Story\t${B}`)).toEqual([group('Reel', 'ONE', A, B)]);
  });

  test('below headings that follow links do not join the group above', () => {
    expect(groupsOf('Kite', A, HEADINGS, `Glow\t${B}\tGLOW22`)).toEqual([
      group('Kite', null, A),
      group('Glow', 'GLOW22', B),
    ]);
  });

  test.each(['Deal,Link,Code', 'Deal;Link;Code', '| Deal | Link | Code |', 'Deal\tLink\tSeason', 'Code', 'Anna\tBen'])(
    'have no headings in %j, which is a label',
    (line) => {
      expect(groupsOf(line, A)[0]?.name).not.toBeNull();
      expect(groupsOf(line, `Kite\t${A}\tKITE99`)).toMatchObject([{ promoCode: null }]);
    },
  );

  test.each([
    ['KITE99', 'KITE99', null],
    ['kite-9', 'kite-9', null],
    ['GLOW', 'GLOW', null],
    ['Norway', null, 'Norway'],
    ['glow', null, 'glow'],
    ['ABC', null, 'ABC'],
    ...['none', 'N/A', 'na', 'TBD', 'PENDING', 'soon', 'yes', 'No', 'SAME', 'ditto', 'waiting', 'NEW', 'DISCOUNT'].map(
      (word) => [word, null, null],
    ),
    ['10%', null, null],
    ['20% off', null, null],
    ['KITE99 (until May)', null, null],
    ['2', null, null],
    ['-', null, null],
    ['', null, null],
  ])('with %j in the column of codes have the code %j, or %j as a suggestion', (cell, given, suggested) => {
    expect(codesOf(HEADINGS, `Kite\t${A}\t${cell}`)).toEqual([given, suggested]);
  });

  test('lose the column of codes with a separator, and to the next headings', () => {
    const row = `Kite\t${A}\tKITE99`;

    expect(codesOf(HEADINGS, '', row)).toEqual([null, 'KITE99']);
    expect(codesOf(HEADINGS, '-----', row)).toEqual([null, 'KITE99']);
    expect(codesOf(HEADINGS, 'Deal\tLink\tNotes', row)).toEqual([null, 'KITE99']);
    expect(codesOf('Promo\tLink\tCode', row)).toEqual([null, 'KITE99']);
  });

  test.each([
    [`Kite\t${A}\tKITE99`, 'KITE99'],
    [`3\t2026-11-20\tKite\t${A}\t12K\tYouTube\t20-Nov-26\tKITE99`, 'KITE99'],
    [`Kite\t${A}\tKITE99\tGLOW22`, null],
    [`Kite\t${A}\tNorway`, null],
    [`Kite\t${A}\tyes`, null],
    [`KITE99\t${A}`, null],
    [`NASA\t${A}\t12K`, null],
    [`Kite\t${A}\t${B}\tKITE99`, null],
    [`Kite, ${A}, KITE99`, null],
  ])('without headings have no code, but suggest the only one behind the link: %j', (line, code) => {
    expect(codesOf(line)).toEqual([null, code]);
  });
});

describe('a greeting or introduction', () => {
  const kite = group('Kite', null, A);
  const glow = group('Glow', null, B);

  test.each([
    'Hi Nora, these went live today:',
    'Hello,',
    'Hi Nora!',
    'Good morning Nora,',
    'Here are the links from last week：',
    '**These are all live since Monday:**',
  ])('%j names and groups nothing', (line) => {
    expect(groupsOf(line, `Kite: ${A}`, `Glow: ${B}`)).toEqual([kite, glow]);
    expect(groupsOf(line, '', 'Kite', A, '', 'Glow', B)).toEqual([kite, glow]);
    expect(groupsOf(line, A, B)).toEqual([group(null, null, A, B)]);
  });

  test('still separates links above it from those below', () => {
    expect(groupsOf('Kite', A, 'And these are from last week:', B)).toEqual([kite, group(null, null, B)]);
  });

  test.each([
    'Anna:',
    'Hello Fresh',
    'Hello Fresh Spring:',
    'Hey Dude shoes',
    'Kite Air spring launch:',
    'Use code FJELL15 for these two videos:',
    '1. Kite Air spring launch in May:',
    'This week',
  ])('is not found in %j, which groups the lines below it', (line) => {
    expect(groupsOf(line, `Video 1: ${A}`, `Video 2: ${B}`)).toMatchObject([{ urls: [A, B] }]);
    expect(groupsOf(line, A)[0]?.name).not.toBeNull();
  });

  test('leaves the text with the group below it', () => {
    expect(parseLinksText(['Hello,', '', 'Kite', A, 'Hello,', `Glow ${B}`].join('\n')).groups).toMatchObject([
      { introductionLine: 1, firstLine: 3, lastLine: 4 },
      { introductionLine: 5, firstLine: 6, lastLine: 6 },
    ]);
  });
});

describe('links', () => {
  test.each([
    [`${A} ${B}\t${C}`, [A, B, C]],
    [`${A},${B};${C}`, [A, B, C]],
    [`${A}, ${B} | ${C}.`, [A, B, C]],
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
        { firstLine: 2, lastLine: 4, urlLines: [4, 4] },
        { firstLine: 6, lastLine: 6, urlLines: [6] },
        { firstLine: 7, lastLine: 8, urlLines: [8] },
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
});
