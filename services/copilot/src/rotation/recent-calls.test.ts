import { expect, test } from '@jest/globals';
import { SECOND_MS } from '@svc/chassis/time/durations';
import { RecentCalls } from './recent-calls.js';

test('the third connection failure of a lane within a minute is one too many', () => {
  const calls = new RecentCalls();
  const note = (lane: string, second: number) => calls.noteNetworkFault(lane, second * SECOND_MS);

  expect([note('a', 0), note('b', 1), note('a', 30), note('a', 61), note('a', 70)]).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  // The lane has cooled since, so the count starts over.
  expect(note('a', 71)).toBe(false);
});

test('a model is failing when half of five calls within two minutes failed', () => {
  const calls = new RecentCalls();
  const note = (hasFailed: boolean, second: number) => calls.noteCall('m', hasFailed, second * SECOND_MS);

  expect([true, false, true, false].map((hasFailed, at) => note(hasFailed, at))).toEqual([false, false, false, false]);
  expect([note(false, 5), note(true, 6)]).toEqual([false, true]);
  expect([0, 1, 2, 3].map((at) => note(true, 200 + at * 100))).toEqual([false, false, false, false]);
});
