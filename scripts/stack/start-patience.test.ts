import { expect, test } from '@jest/globals';
import { StartPatience } from './start-patience.ts';

const SECOND = 1_000;
const QUIET = { isStarting: true, logBytes: 0, ends: 0, isInUse: () => false };

/** Seconds after which the start is given up, within an hour; `see` returns the observation of each second. */
function waitsFor(see: (second: number) => Partial<typeof QUIET>): number {
  const patience = new StartPatience(0);
  for (let second = 1; second <= 3_600; second += 1)
    if (!patience.lasts({ ...QUIET, ...see(second), now: second * SECOND })) return second;
  return Infinity;
}

test('a recovery that makes progress is waited for indefinitely', () => {
  expect(waitsFor((second) => ({ logBytes: Math.floor(second / 10) }))).toBe(Infinity);
});

test('one that is silent for a minute is given up, and so is a server that logs and does not start', () => {
  expect(waitsFor((second) => ({ logBytes: Math.min(second, 300) }))).toBe(360);
  expect(waitsFor((second) => ({ logBytes: second, isStarting: false }))).toBe(60);
});

test('a server that exits three times is given up, and one that waits for memory in use after a minute', () => {
  expect(waitsFor((second) => ({ ends: Math.floor(second / 2) }))).toBe(6);
  expect(waitsFor((second) => ({ ends: Math.floor(second / 2), isInUse: () => true }))).toBe(60);
});

test('exits because of memory in use do not count once it is free', () => {
  const ends = (second: number) => Math.min(Math.floor(second / 2), 10);

  expect(waitsFor((second) => ({ ends: ends(second), isInUse: () => true, logBytes: second }))).toBe(Infinity);
});
