import { afterEach, expect, jest, test } from '@jest/globals';
import { MovableRead } from './movable-read.js';

afterEach(() => {
  jest.useRealTimers();
});

test('a call that cannot even start throws at once', async () => {
  jest.useFakeTimers();
  let settled = 0;
  const closed = (): never => {
    throw new Error('The client is closed.');
  };

  expect(() => new MovableRead(closed, () => (settled += 1))).toThrow('The client is closed.');
  await jest.advanceTimersByTimeAsync(60_000);

  expect(settled).toBe(0);
});
