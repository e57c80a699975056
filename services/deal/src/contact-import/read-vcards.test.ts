import { expect, test } from '@jest/globals';
import { RECORD_CHARACTERS_MAX, type RowText } from './file-row.js';
import { readVcards } from './read-vcards.js';

/** Parses a text in slices of this many characters. */
async function read(text: string, sliceLength = 1_000): Promise<RowText[]> {
  async function* slices(): AsyncGenerator<string> {
    for (let start = 0; start < text.length; start += sliceLength) yield text.slice(start, start + sliceLength);
  }
  const rows: RowText[] = [];
  for await (const row of readVcards(slices())) rows.push(row);
  return rows;
}

const card = (...lines: string[]): string => ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\r\n');

const folded = (line: string): string => line.split('').join('\r\n ');

test.each([1, 7, 1_000])(
  'lines may be folded anywhere, including BEGIN and END, in slices of %i',
  async (sliceLength) => {
    const notes = 'so many words '.repeat(400).trim();
    const second = [folded('BEGIN:VCARD'), 'VERSION:4.0', 'FN:Bo\r\n\t Diaz', `${folded('END:VCARD')}\r\n `];
    const text = card('FN:Ann Lee', folded(`NOTE:${notes}`)) + second.join('\r\n');

    expect(await read(text, sliceLength)).toMatchObject([
      { name: 'Ann Lee', notes, problems: [] },
      { name: 'Bo Diaz', problems: [] },
    ]);
  },
);

test('a picture of any size is skipped, however it is folded', async () => {
  const picture = folded(`item1.PHOTO:data:image/png;base64,${'A'.repeat(2 * RECORD_CHARACTERS_MAX)}`);

  expect(await read(card('FN:Ann Lee', picture, 'EMAIL:ann@example.org'))).toMatchObject([
    { name: 'Ann Lee', email: 'ann@example.org', problems: [] },
  ]);
});

test('a card with an overlong line becomes a row that reports so, and the next card is parsed', async () => {
  const text = card('FN:Ann Lee', folded(`NOTE:${'a'.repeat(RECORD_CHARACTERS_MAX)}`)) + card('FN:Bo Diaz');

  expect(await read(text)).toMatchObject([
    { name: '', problems: ['The card is too long, or has no END:VCARD.'] },
    { name: 'Bo Diaz', problems: [] },
  ]);
});

test('empty folds do not make a card too long', async () => {
  expect(await read(card(`FN:Ann${'\r\n '.repeat(RECORD_CHARACTERS_MAX)}\r\n  Lee`), 60_000)).toMatchObject([
    { name: 'Ann Lee', problems: [] },
  ]);
});
