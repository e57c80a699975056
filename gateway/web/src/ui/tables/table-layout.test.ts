import { expect, test } from '@jest/globals';
import { charactersOf, charactersOfMoney, type LaidOutColumn, layOut } from './table-layout.js';

interface Item {
  readonly views: number;
}

const column = (id: string, fields: Partial<LaidOutColumn<Item>>): LaidOutColumn<Item> => ({
  id,
  title: id,
  width: '10rem',
  ...fields,
});

const NAME = column('Name', { width: 'minmax(20rem,3fr)' });
const VIEWS = column('Views', { width: '12rem', characters: ({ views }) => charactersOf(views) });
const BRAND = column('Brand', { width: 'minmax(6rem,1fr)', dropsOut: 2 });
const CONTACT = column('Contact', { width: 'minmax(6rem,1fr)', dropsOut: 1 });
const ALL = [NAME, BRAND, CONTACT, VIEWS];

const layOutIn = (room: number | undefined, ...views: number[]) => {
  const { columns, tracks } = layOut(
    ALL,
    views.map((each) => ({ views: each })),
    { room, hasChoice: false },
  );
  return { ids: columns.map(({ id }) => id), tracks };
};
const widthOfViews = (...views: number[]): number =>
  Number.parseFloat(
    layOutIn(60, ...views)
      .tracks.split(' ')
      .at(-1) ?? '',
  );

test('a column of figures is as wide as the longest one, or at least as its title', () => {
  expect(widthOfViews(1)).toBe(widthOfViews(2, 30));
  expect(widthOfViews(1, 1_234_567_890)).toBeGreaterThan(widthOfViews(1, 1_234_567));
  expect(widthOfViews(10 ** 30)).toBe(12);
});

test('a column after figures has room for its title beside the space between them', () => {
  const owner = column('Owner', { characters: () => 3 });
  const widthAfter = (first: LaidOutColumn<Item>): number =>
    Number.parseFloat(
      layOut([first, owner], [{ views: 1 }], { room: 60, hasChoice: false }).tracks.split(' ')[1] ?? '',
    );

  expect(widthAfter({ ...VIEWS, isNumeric: true })).toBe(widthAfter(NAME) + 0.75);
});

test('a narrow table omits optional columns in their order, and never the others', () => {
  expect(layOutIn(undefined, 1).ids).toEqual(['Name', 'Brand', 'Contact', 'Views']);
  expect(layOutIn(60, 1).ids).toEqual(['Name', 'Brand', 'Contact', 'Views']);
  expect(layOutIn(36, 1).ids).toEqual(['Name', 'Brand', 'Views']);
  expect(layOutIn(10, 1).ids).toEqual(['Name', 'Views']);
});

test('checkboxes take a track of their own', () => {
  const { tracks } = layOut([NAME], [], { room: 60, hasChoice: true });

  expect(tracks).toMatch(/^[\d.]+rem minmax\(20rem,3fr\)$/);
});

test('thousands separators count as half a character', () => {
  expect([0, 999, 1_000, 12_345_678].map(charactersOf)).toEqual([1, 3, 4.5, 9]);
  expect(charactersOfMoney(1_250.5)).toBe(9);
});
