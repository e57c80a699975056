import { expect, test } from '@jest/globals';
import { csvName, csvOf, pagesBy } from './csv.js';

/** Reads pages of two rows; a token is the number of rows before the page. */
async function read(rows: unknown[][]): Promise<string[]> {
  const pieces: string[] = [];
  const readPage = async (token: string | null) => {
    const end = Number(token ?? 0) + 2;
    return { rows: rows.slice(end - 2, end), nextPageToken: end < rows.length ? String(end) : null };
  };
  for await (const piece of csvOf(['name', 'views'], pagesBy(readPage)).pieces) pieces.push(piece);
  // The byte order mark is at the start only.
  expect(pieces.map((piece) => piece.lastIndexOf(BOM))).toEqual(pieces.map((_piece, index) => (index === 0 ? 0 : -1)));
  return pieces.map((piece) => piece.replace(BOM, ''));
}

const BOM = '\uFEFF';

test('streams page by page, with one header and CRLF line endings (RFC 4180)', async () => {
  expect(
    await read([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
  ).toEqual(['name,views\r\na,1\r\nb,2\r\n', 'c,3\r\n']);
  expect(
    await read([
      ['a', 1],
      ['b', 2],
    ]),
  ).toEqual(['name,views\r\na,1\r\nb,2\r\n']);
  expect(await read([])).toEqual(['name,views\r\n']);
});

test('continues after an empty page that has a next one', async () => {
  const pages = [{ rows: [], nextPageToken: '1' }, { rows: [['a', 1]] }];
  const pieces: string[] = [];
  for await (const piece of csvOf(
    ['name', 'views'],
    pagesBy(async (token) => pages[Number(token ?? 0)]!),
  ).pieces) {
    pieces.push(piece);
  }

  expect(pieces).toEqual([`${BOM}name,views\r\n`, 'a,1\r\n']);
});

test('quotes where needed, leaves missing values empty, and writes instants as ISO 8601', async () => {
  expect(await read([['say "hi", twice\nplease', null]])).toEqual(['name,views\r\n"say ""hi"", twice\nplease",\r\n']);
  expect(await read([[new Date('2026-05-01T10:00:00.000Z'), true]])).toEqual([
    'name,views\r\n2026-05-01T10:00:00.000Z,true\r\n',
  ]);
});

test.each(['ok\n=1+1', 'ok\r=1+1', 'ok;=1+1', 'ok\t=1+1', 'ok\u2028=1+1'])('keeps %j in one cell', async (cell) => {
  const [file] = await read([[cell, 1]]);

  expect(file).toBe(`name,views\r\n"${cell}",1\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])(
  'escapes %j so that spreadsheets do not run it as a formula',
  async (cell) => {
    const [file] = await read([[cell, 1]]);

    expect(file).toMatch(/^name,views\r\n"?'/);
    expect(file).toContain(`'${cell}`);
  },
);

test.each([
  [['Spring launch', 'SAVE20', 'proof'], 'Spring launch SAVE20 proof.csv'],
  [['Zoë 🎉', null, 'proof'], 'Zoë 🎉 proof.csv'],
  [['../a\\b:c\n"d"', undefined, 'proof'], 'a b c d proof.csv'],
  [['a\u202egnp', 'proof'], 'a gnp proof.csv'],
  [['x'.repeat(200)], `${'x'.repeat(100)}.csv`],
  [['x'.repeat(200), 'SAVE20', 'proof'], `${'x'.repeat(87)} SAVE20 proof.csv`],
  [['🎉'.repeat(99), 'SAVE20', 'proof'], `${'🎉'.repeat(87)} SAVE20 proof.csv`],
])('names the file of %j %j', (parts, name) => {
  expect(csvName(...parts)).toBe(name);
});
