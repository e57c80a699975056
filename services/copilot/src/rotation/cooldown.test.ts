import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Fault, FAULT_CLASSES } from '../models/fault-classes.js';
import { cooldownOf, coolingMs } from './cooldown.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const UTC = { dayTimezone: 'UTC' };

/** Seconds of the cooldown after each of several consecutive faults. */
function secondsOf(fault: Fault, strikes: number, random = 0.5): number[] {
  return Array.from({ length: strikes }, (_, at) => {
    const cooldown = cooldownOf(fault, UTC, { now: NOW, random: () => random });
    return cooldown ? coolingMs(cooldown.length, at + 1, NOW) / 1_000 : 0;
  });
}

test.each<[Fault, string, number[]]>([
  [{ class: 'rate_model' }, 'model', [30, 60, 120, 240, 480, 900, 900]],
  [{ class: 'rate_model', retryAfterSeconds: 5 }, 'model', [5, 10, 20]],
  [{ class: 'rate_model', retryAfterSeconds: 3_600 }, 'model', [3_600, 3_600]],
  [{ class: 'rate_lane' }, 'lane', [60, 120, 120]],
  [{ class: 'rate_lane', resetAt: NOW + 40_000 }, 'lane', [40, 40]],
  [{ class: 'quota_lane', resetAt: NOW + 7_200_000 }, 'lane', [7_230]],
  [{ class: 'quota_lane' }, 'lane', [12 * 3_600 + 30]],
  [{ class: 'quota_lane', resetAt: NOW + 1e12 }, 'lane', [24 * 3_600 + 300]],
  [{ class: 'credit' }, 'lane', [3_600, 7_200]],
  [{ class: 'auth' }, 'lane', [3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400]],
  [{ class: 'gone' }, 'model', [21_600, 43_200, 86_400, 86_400]],
  [{ class: 'timeout' }, 'model', [45, 90, 180, 360, 600]],
  [{ class: 'upstream' }, 'model', [20, 40, 80, 160, 320, 600]],
  [{ class: 'malformed' }, 'model', [30, 60]],
  [{ class: 'network' }, 'lane', [15, 30, 60, 120, 240, 300]],
  [{ class: 'bad_tools' }, 'tools', [600, 1_200, 2_400, 3_600]],
])('%j cools its %s for %j seconds', (fault, on, seconds) => {
  expect(cooldownOf(fault, UTC, { now: NOW, random: () => 0.5 })?.on).toBe(on);
  expect(secondsOf(fault, seconds.length)).toEqual(seconds);
});

test.each(['moderation', 'context', 'request'] as const)('%s cools nothing', (name) => {
  expect(cooldownOf({ class: name }, UTC, { now: NOW, random: Math.random })).toBeUndefined();
});

test('the day of a lane ends at its own midnight', () => {
  const tokyo = cooldownOf({ class: 'quota_lane' }, { dayTimezone: 'Asia/Tokyo' }, { now: NOW, random: () => 0 });

  expect(tokyo?.length).toEqual({ until: Date.parse('2026-05-01T15:00:00Z') });
});

test('jitter makes a cooldown up to a tenth shorter or longer, but never shorter than the provider asked', () => {
  expect([0, 1].map((random) => secondsOf({ class: 'upstream' }, 2, random))).toEqual([
    [18, 36],
    [22, 44],
  ]);
  expect([0, 1].map((random) => secondsOf({ class: 'rate_model', retryAfterSeconds: 10 }, 1, random))).toEqual([
    [10],
    [11],
  ]);
});

test('every cooldown is longer than zero and at most a day and a few minutes', () => {
  const fault = fc.record(
    {
      class: fc.constantFrom(...FAULT_CLASSES),
      retryAfterSeconds: fc.integer({ min: 1, max: 3_600 }),
      resetAt: fc.integer({ min: NOW + 1, max: NOW + 1e13 }),
    },
    { requiredKeys: ['class'] },
  );
  fc.assert(
    fc.property(
      fault,
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (each, strike, chance) => {
        const cooldown = cooldownOf(each, UTC, { now: NOW, random: () => chance });
        const ms = cooldown ? coolingMs(cooldown.length, strike, NOW) : 1;

        expect(ms).toBeGreaterThan(0);
        expect(ms).toBeLessThanOrEqual(86_400_000 * 1.1);
      },
    ),
  );
});
