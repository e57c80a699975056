import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { releaseMemorySoon } from './release-memory.js';

const { gc } = globalThis;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  globalThis.gc = gc;
});

test('memory is released once, five seconds after the last of several requests', async () => {
  let collected = 0;
  globalThis.gc = (async () => void (collected += 1)) as NonNullable<typeof gc>;

  releaseMemorySoon();
  await jest.advanceTimersByTimeAsync(4_000);
  releaseMemorySoon();
  await jest.advanceTimersByTimeAsync(4_000);
  const early = collected;
  await jest.advanceTimersByTimeAsync(60_000);

  expect([early, collected]).toEqual([0, 1]);
});
