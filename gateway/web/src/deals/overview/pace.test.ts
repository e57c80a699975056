import { expect, test } from '@jest/globals';
import { paceOf } from './pace.js';

const DEAL = { target: 300_000, firstPost: '2026-11-01', checkDays: [1, 7, 30] };
const countedOn = (day: string, value: number) => ({ ...DEAL, sum: [{ day, value }] });

test('views are ahead of or behind a steady pace to the target', () => {
  expect(paceOf(countedOn('2026-11-11', 120_000))).toEqual({ state: 'ahead', day: 10, lastDay: 30, expected: 100_000 });
  expect(paceOf(countedOn('2026-11-11', 90_000))).toMatchObject({ state: 'behind', expected: 100_000 });
});

test('after the last check day the target is missed', () => {
  expect(paceOf(countedOn('2026-12-01', 299_999))).toMatchObject({ state: 'missed', expected: 300_000 });
});

test.each([
  ['no count', { ...DEAL, sum: [] }],
  ['a count on the day of posting', countedOn('2026-11-01', 10)],
  ['a target that is reached', countedOn('2026-11-11', 300_000)],
  ['no post date', { ...countedOn('2026-11-11', 10), firstPost: null }],
  ['no check after posting', { ...countedOn('2026-11-11', 10), checkDays: [0] }],
])('%s gives no pace', (_what, options) => {
  expect(paceOf(options)).toBeUndefined();
});
