import { expect, test } from '@jest/globals';
import { growthOf } from '@svc/chassis/testing/growth';
import { testUser } from '@svc/chassis/testing/test-service';
import { readFile } from './read-file.js';

const read = (format: string, text: string): Promise<unknown> =>
  readFile(testUser().preferences, { format, content: Buffer.from(text), preview: true, mapping: [] }).catch(
    () => undefined,
  );

const fill = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

test.each<[string, string, (size: number) => string]>([
  ['csv', 'columns', (size) => `name,${fill('x,', size)}\nAnn`],
  ['csv', 'columns that are known', (size) => `name,${fill('tags,', size / 2)}\n${fill('x,', size / 2)}`],
  ['csv', 'columns and short rows', (size) => `name,${fill('tags,', size / 2)}\n${fill('x\n', size / 2)}`],
  ['csv', 'spaces in a list', (size) => `name,tags\nAnn,a${fill(' ', size)}b`],
  ['csv', 'spaces before an amount', (size) => `name,revenue\nAnn,1${fill(' ', size)}x`],
  ['csv', 'colons in handles', (size) => `name,handles\nAnn,a${fill(': ', size)}`],
  ['csv', 'handles without a platform', (size) => `name,handles\nAnn,${fill('a;', size)}`],
  ['csv', 'open quotation marks', (size) => `name,email\n${fill('"a', size)}`],
  ['csv', 'quotation marks', (size) => `name,email\n${fill('"', size)}`],
  ['csv', 'quotation marks in the headings', (size) => fill('"x', size)],
  ['csv', 'empty lines', (size) => `name\n${fill('\n', size)}`],
  ['csv', 'combining characters', (size) => `name,email\nA${fill('\u0301', size / 2)},x`],
  ['vcard', 'cards without an end', (size) => fill('BEGIN:VCARD\n', size)],
  ['vcard', 'a beginning and empty lines', (size) => `BEGIN:VCARD${fill('\n', size)}`],
  ['vcard', 'a beginning and spaces', (size) => `BEGIN:VCARD${fill(' ', size)}x`],
  ['vcard', 'folded lines', (size) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${fill(' a\n', size)}END:VCARD`],
  ['vcard', 'properties', (size) => `BEGIN:VCARD\nVERSION:3.0\n${fill('X:a\n', size)}END:VCARD`],
  ['vcard', 'parameters', (size) => `BEGIN:VCARD\nVERSION:3.0\nFN;${fill('A=B;', size)}C=D:x\nEND:VCARD`],
  ['vcard', 'components in components', (size) => `BEGIN:VCARD\nVERSION:3.0\n${fill('BEGIN:X\n', size)}END:VCARD`],
])('a %s file of nothing but %s takes time linear in its size', async (format, _, makeText) => {
  const measure = () => growthOf((size) => read(format, makeText(size)), 40_000);

  const growth = await measure();

  // A busy machine may slow down one measurement, but hardly two.
  expect(growth < 20 ? growth : await measure()).toBeLessThan(20);
});

test('other calls are served while a large file is parsed', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1));

  await read('csv', `name\n${'\n'.repeat(3_000_000)}${'Ann\n'.repeat(40_000)}`);
  clearInterval(count);

  expect(turns).toBeGreaterThan(3);
});

test('a row with more handles and tags than a contact can have reports so, and the other rows are imported', async () => {
  const handles = fill('a:b;c:d;e;', 30_000);
  const many = Array.from({ length: 2_000 }, (_, at) => `x:${at};`).join('');
  const tags = Array.from({ length: 2_000 }, (_, at) => `t${at};`).join('');

  const file = await read('csv', `name,handles,tags\nAnn,${handles},\nBen,${many},${tags}\n`);

  expect(file).toMatchObject({
    rows: [
      { fields: { name: 'Ann', handles: [{ handle: 'b' }, { handle: 'd' }] } },
      {
        fields: { name: 'Ben', handles: [], tags: [] },
        messages: [expect.stringMatching(/at most 20 handles/), expect.stringMatching(/at most 50 tags/)],
      },
    ],
  });
});

test('a file with more handles than the memory limit allows is refused', async () => {
  const cell = Array.from({ length: 20 }, (_, at) => `x:${at}`).join(';');

  const refused = readFile(testUser().preferences, {
    format: 'csv',
    content: Buffer.from(`name,handles\n${`A,${cell}\n`.repeat(15_000)}`),
    preview: true,
    mapping: [],
  });

  await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/250000 handles and tags/) });
});
