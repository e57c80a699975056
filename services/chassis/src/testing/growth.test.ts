import { expect, test } from '@jest/globals';
import { findSuperlinear } from './growth.js';

test('a parser whose time grows with the square of its input is found, and named by what it stumbles over', async () => {
  const found = await findSuperlinear((text) => text.split(/\s*;/), { shapes: [',', ' '], lengthMax: 16_384 });

  expect(found).not.toEqual([]);
  for (const line of found) expect(line).toContain(' ');
});

test('one that takes each character once is not', async () => {
  expect(await findSuperlinear((text) => text.split(','), { shapes: [',', ' '] })).toEqual([]);
});
