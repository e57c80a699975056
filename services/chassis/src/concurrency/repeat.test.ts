import { expect, test } from '@jest/globals';
import { silentLog } from '../testing/service-database.js';
import { HOUR_MS } from '../time/durations.js';
import { repeat } from './repeat.js';

test('a pause lasts as long as its function returns, and `wake` ends it early', async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // An hour is longer than any test.
  const pauses = [1, HOUR_MS, HOUR_MS];
  let done = 0;
  const work = async (): Promise<void> => runs[done++]?.resolve();
  const repetition = repeat('test', work, () => pauses[done - 1] ?? HOUR_MS, silentLog);

  await runs[1]?.promise;
  await new Promise(setImmediate);
  const before = done;
  repetition.wake();
  await runs[2]?.promise;
  await repetition.stop();

  expect([before, done]).toEqual([2, 3]);
});
