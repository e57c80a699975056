/** All parsers of bodies take linear time, for any input. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { parseForm } from './form-fields.js';
import { JsonShape } from './json-shape.js';
import { checkQueryEncoding } from './query-encoding.js';

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'forms', parse: parseForm },
  { parser: 'forms of many names', parse: (text) => parseForm(manyNames(text)) },
  { parser: 'queries', parse: (text: string) => checkQueryEncoding(`/?${text}`) },
  { parser: 'the shape of JSON', parse: (text) => followShape(text) },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});

function manyNames(text: string): string {
  const field = (index: number): string => `${text.slice(0, 4)}${index}=`;
  return Array.from({ length: text.length / 4 }, (_, index) => field(index)).join('&');
}

/** Scans a text in small chunks, as from a bad connection. */
function followShape(text: string): void {
  const bytes = Buffer.from(text);
  const shape = new JsonShape();
  for (let at = 0; at < bytes.length; at += 3) shape.add(bytes.subarray(at, at + 3));
}
