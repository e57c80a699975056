import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { storedJson } from './stored-json.js';

test.each([
  ['a\u0000b', 'ab'],
  [String.raw`a\u0000b`, String.raw`a\u0000b`],
  ['\\\u0000', '\\'],
  ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ['a whole \ud83d\ude00', 'a whole \ud83d\ude00'],
  ['line\nbreak\u0001', 'line\nbreak\u0001'],
])('%j is stored as %j', (text, stored) => {
  expect(JSON.parse(storedJson([text, { [text]: 1 }]))).toEqual([stored, { [stored]: 1 }]);
});

test('any text can be stored, and well-formed text stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stored = JSON.parse(storedJson(text)) as string;
      expect(stored).toBe(text.replaceAll('\0', '').toWellFormed());
    }),
  );
});
