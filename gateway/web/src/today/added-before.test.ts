import { expect, test } from '@jest/globals';
import { readWithAdded } from './added-before.js';

test('data is read again if a count was added during the request', async () => {
  let added = 2;
  const answers = [5, 6];
  const answer = await readWithAdded({ added: () => added }, async () => {
    const total = answers.shift();
    added = 3;
    return { total };
  });

  expect(answer).toEqual({ total: 6, addedBefore: 3 });
});
