import { expect, test } from '@jest/globals';
import { HOUR_MS } from '@svc/chassis/time/durations';
import { freeDayAt } from './free-days.js';

test.each([
  ['2026-03-29', 23],
  ['2026-05-01', 24],
  ['2026-10-25', 25],
])('in Berlin %s ends %i hours after the day before it', (day, hours) => {
  const noon = new Date(`${day}T12:00:00Z`);
  const today = freeDayAt(noon, 'Europe/Berlin');
  const before = freeDayAt(new Date(noon.getTime() - 24 * HOUR_MS), 'Europe/Berlin');

  expect([today.day, (today.resetAt.getTime() - before.resetAt.getTime()) / HOUR_MS]).toEqual([day, hours]);
});
