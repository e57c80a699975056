import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { joinParts, keepApostrophe, partsReader, readText } from './cell-text.js';

const readTags = partsReader(/[;,|]|:::/);
const readLines = partsReader(/[;,\n]/);

const Text = fc
  .string({ unit: fc.constantFrom('a', '"', "'", ',', ';', '|', ':', ' ', '=', '\n'), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() === text && text !== '');

test.each([
  ['tags', readTags],
  ['lines', readLines],
])('a list of any texts survives a round trip through its cell, read as %s', (_, read) => {
  fc.assert(
    fc.property(fc.array(Text), (parts) => {
      expect([...read(joinParts(parts))]).toEqual(parts);
    }),
  );
});

test.each([
  ['a; b,c|d', ['a', 'b', 'c', 'd']],
  ['* Friends ::: * myContacts', ['* Friends', '* myContacts']],
  ['a;;b', ['a', '', 'b']],
  ['"vip"; b', ['"vip"', 'b']],
  ['"a; b', ['"a', 'b']],
  ['5" screen; b', ['5" screen', 'b']],
])("another program's cell %s is read as %j", (cell, parts) => {
  expect([...readTags(cell)]).toEqual(parts);
});

test.each(["'=1", "''=1", "'a", "'", 'a', "'＝1"])('a text %s keeps its apostrophes', (text) => {
  expect(readText(keepApostrophe(text))).toBe(text);
});

test.each(['=1', '+1', '@a', '＝1'])('the apostrophe that marks %s as text is not part of it', (text) => {
  expect(readText(` '${text}`)).toBe(text);
});
