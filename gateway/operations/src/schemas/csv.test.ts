import { expect, test } from '@jest/globals';
import { csvOf } from './csv.js';

/** Pages of two rows each. */
async function read(rows: unknown[][]): Promise<string[]> {
  const pieces: string[] = [];
  const readPage = async (skip: number) => rows.slice(skip, skip + 2);
  for await (const piece of csvOf(['name', 'views'], readPage, 2)) pieces.push(piece);
  return pieces;
}

test('comes page by page, with the header once and lines that end as RFC 4180 says', async () => {
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

test('quotes what has to be, leaves empty what is not there, and writes instants as ISO 8601', async () => {
  expect(await read([['say "hi", twice\nplease', null]])).toEqual(['name,views\r\n"say ""hi"", twice\nplease",\r\n']);
  expect(await read([[new Date('2026-05-01T10:00:00.000Z'), true]])).toEqual([
    'name,views\r\n2026-05-01T10:00:00.000Z,true\r\n',
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j is text and no formula in a spreadsheet', async (cell) => {
  const [file] = await read([[cell, 1]]);

  expect(file).toBe(`name,views\r\n'${cell},1\r\n`);
});
