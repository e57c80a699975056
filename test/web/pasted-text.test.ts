import { describe, expect, test } from '@jest/globals';
import { type LinkGroup, parseLinksText } from '@svc/deal/bulk-import/links-text';
import { type GroupLines, onlyLines, withoutDone, withoutLines } from '../../gateway/web/src/import/pasted-lines.js';

const links = Array.from({ length: 6 }, (_, n) => `https://youtu.be/AAAAAAAAAA${n}`);
const [A, B, C, D] = links;

const TEXTS = {
  'rows below headings': ['Deal\tLink\tCode', `Kite\t${A}\tKITE99`, `Glow\t${B}\tnone`, `Fjell\t${C}\tFJELL15`],
  'rows that begin with their links': ['Link\tDeal\tCode', `${A}\tKite\tKITE99`, `${B}\tGlow\t`, `${C}\tFjell\tKITE99`],
  'rows without a name': [
    'Deal\tLink\tCode',
    `Kite\t${A}\tKITE99`,
    `\t${B}\tGLOW22`,
    `\t${C}\tKITE99`,
    `Fjell\t${D}\t`,
  ],
  'rows below a label': ['Kite', 'Deal\tLink\tCode', `Reel\t${A}\tKITE99`, `Glow\t${B}\tGLOW22`, `Fjell\t${C}\t`],
  'rows without headings': [`Kite\t${A}\tKITE99`, `Glow\t${B}\tGLOW22`, `Fjell\t${C}`],
  'two tables': [
    'Deal\tLink\tCode',
    `Kite\t${A}\tKITE99`,
    `Glow\t${B}\tGLOW22`,
    '',
    'Promo\tName\tUrl',
    `FJELL15\tFjell\t${C}`,
    `OTHER20\tOther\t${D}`,
  ],
  'a table directly below another': [
    'Deal\tLink\tCode',
    `Kite\t${A}\tKITE99`,
    'Promo\tName\tUrl',
    `FJELL15\tFjell\t${C}`,
    `OTHER20\tOther\t${D}`,
  ],
  'a greeting above a table': [
    'Hi Nora,',
    'Deal\tLink\tCode',
    `Kite\t${A}\tKITE99`,
    `Glow\t${B}\tGLOW22`,
    `Fjell\t${C}\t`,
  ],
  'an introduction above lines': ['Hi Nora, these went live today:', `Kite: ${A}`, `Glow: ${B}`, C, `Fjell: ${D}`],
  'an introduction above blank lines': [
    'Hi Nora, these went live today:',
    '',
    'Kite',
    A,
    'CODE: KITE99',
    '',
    'Glow',
    B,
  ],
  'an introduction between groups': ['Kite', A, 'And these are from last week:', B, 'Hello,', `Glow: ${C}`],
};

type Read = Pick<LinkGroup, 'name' | 'promoCode' | 'urls' | 'suggestion'>;

function read(text: string): Read[] {
  return parseLinksText(text).groups.map(({ name, promoCode, urls, suggestion }) => ({
    name,
    promoCode,
    urls,
    suggestion,
  }));
}

/** Lines of the groups and headings as the service answers them. */
function linesIn(text: string): { lines: GroupLines[]; headings: number[] } {
  const { groups } = parseLinksText(text);
  const lines = groups.map(({ introductionLine, firstLine, lastLine }, groupIndex) => {
    return { groupIndex, firstLine: introductionLine ?? firstLine, lastLine };
  });
  return { lines, headings: [...new Set(groups.flatMap(({ headingLine }) => headingLine ?? []))] };
}

/** Each choice of the groups that stay. */
function choicesOf(count: number): boolean[][] {
  return Array.from({ length: 2 ** count }, (_, choice) =>
    Array.from({ length: count }, (_each, index) => (choice & (1 << index)) !== 0),
  );
}

describe.each(Object.entries(TEXTS))('%s', (_, pasted) => {
  const text = pasted.join('\n');
  const { lines, headings } = linesIn(text);
  const choices = choicesOf(lines.length).map((stays) => ({
    kept: lines.filter((_lines, index) => stays[index]),
    left: read(text).filter((_group, index) => stays[index]),
  }));

  test('stay as they were read after an import of the other groups', () => {
    for (const { kept, left } of choices) expect(read(onlyLines(text, kept, headings))).toEqual(left);
  });

  test('stay as they were read when text was typed during the import', () => {
    for (const { kept, left } of choices) {
      const later = withoutDone(`${text}\n\nLater\n${links[5]}`, text, kept, headings);

      expect(read(later).slice(0, -1)).toEqual(left);
    }
  });

  test('stay as they were read while one group after the other is solved or dismissed', () => {
    for (const { kept, left } of choices) {
      let now = text;
      const stays = new Set(left.flatMap(({ urls }) => urls));
      for (const _gone of lines.slice(kept.length)) {
        const index = read(now).findIndex(({ urls }) => !urls.some((url) => stays.has(url)));
        const { lines: all, headings: rows } = linesIn(now);
        const gone = all.filter(({ groupIndex }) => groupIndex === index);
        now = withoutLines(
          now,
          now,
          gone.map((range) => ({ ...range, isWithinGroup: false })),
          rows,
        );
      }

      expect(read(now)).toEqual(left);
      if (left.length === 0) expect(now.trim()).toBe('');
    }
  });
});

test('a heading row stays once above rows that begin with a name, and goes with the last of them', () => {
  const text = ['Deal\tLink\tCode', `Kite\t${A}\tK20`, `Glow\t${B}\t`, `Fjell\t${C}\t`, '', 'Other', D].join('\n');
  const { lines, headings } = linesIn(text);
  const [kite, glow, fjell, other] = lines.map((range) => ({ ...range, isWithinGroup: false }));
  if (!kite || !glow || !fjell || !other) throw new Error('The text has four groups.');

  expect(onlyLines(text, [kite, fjell], headings)).toBe(`Deal\tLink\tCode\nKite\t${A}\tK20\nFjell\t${C}\t`);
  expect(withoutLines(text, text, [glow], headings)).toBe(text.replace(`Glow\t${B}\t\n`, ''));
  expect(withoutLines(text, text, [kite, glow, fjell], headings)).toBe(`Other\n${D}`);
});
