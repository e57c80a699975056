import { expect, test } from '@jest/globals';
import { untilAborted } from './until-aborted.js';

test('all items pass through, and so do the end and errors', async () => {
  const signal = new AbortController().signal;
  async function* counting() {
    yield 1;
    yield 2;
    throw new Error('broken');
  }
  const handed: number[] = [];

  const reading = (async () => {
    for await (const value of untilAborted(counting(), signal)) handed.push(value);
  })();

  await expect(reading).rejects.toThrow('broken');
  expect(handed).toEqual([1, 2]);
});

test('it ends as soon as the signal aborts, even while the source waits, and stops the source', async () => {
  const gone = new AbortController();
  let isTold = false;
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<number>>(() => undefined),
      return: async () => {
        isTold = true;
        throw new Error('nobody hears this');
      },
    }),
  };
  const next = untilAborted(source, gone.signal).next();

  gone.abort();

  expect(await next).toEqual({ value: undefined, done: true });
  expect(isTold).toBe(true);
});

test('a reader who leaves ends the source, and late items are dropped', async () => {
  const gone = new AbortController();
  let hasEnded = false;
  async function* counting() {
    try {
      yield 1;
      gone.abort();
      yield 2;
    } finally {
      hasEnded = true;
    }
  }
  const handed: number[] = [];

  for await (const value of untilAborted(counting(), gone.signal)) handed.push(value);
  await new Promise(setImmediate);

  expect([handed, hasEnded]).toEqual([[1], true]);
});
