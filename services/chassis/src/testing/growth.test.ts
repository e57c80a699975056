import { expect, test } from '@jest/globals';
import { findSuperlinear } from './growth.js';

test('a parser whose time grows with the square of its input is found, with the text that slows it down', async () => {
  const found = await findSuperlinear((text) => text.split(/\s*;/), { shapes: [',', ' '], lengthMax: 16_384 });

  expect(found).not.toEqual([]);
  for (const line of found) expect(line).toContain(' ');
});

test('a parser that reads each character once passes', async () => {
  expect(await findSuperlinear((text) => text.split(','), { shapes: [',', ' '] })).toEqual([]);
});
