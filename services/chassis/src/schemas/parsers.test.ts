/** Every shared parser of untrusted texts takes linear time for any input. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { networkOf } from '../limits/client-network.js';
import { checkTarget } from '../outbound/target-guard.js';
import { searchPattern } from '../postgres/lists/search.js';
import { findSuperlinear } from '../testing/growth.js';
import { parseInput } from './parse-input.js';
import { findUnsafeText } from './unsafe-text.js';

const RECORD = z.strictObject({ name: z.string().trim().max(100), tags: z.array(z.string().max(10)).max(10) });

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'targets', parse: (text) => checkTarget(text, { ownHosts: new Set() }) },
  { parser: 'search text', parse: searchPattern },
  { parser: 'client addresses', parse: networkOf },
  { parser: 'unsafe text', parse: (text) => findUnsafeText({ [text.slice(0, 1_000)]: text }) },
  { parser: 'errors of fields', parse: (text) => parseInput(RECORD, { name: text, [text]: 1, tags: [text] }) },
  { parser: 'errors of many fields', parse: (text) => parseInput(RECORD, manyFields(text)) },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});

/** An object with a thousand fields at most: beyond that the runtime stores fields differently, at several times the cost. */
function manyFields(text: string): object {
  return Object.fromEntries(Array.from({ length: text.length / 17 }, (_, index) => [text.slice(0, 20) + index, index]));
}
