import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  addDays,
  boundsOfWeeks,
  daysBetween,
  endOfDay,
  localDay,
  localTime,
  startOfDay,
  startOfWeek,
} from './calendar.js';
import { isTimeZone } from './time-zone.js';

describe('the local day', () => {
  test('is the day in the time zone, not in UTC', () => {
    const instant = new Date('2026-01-01T02:30:00.000Z');

    expect(localDay(instant, 'UTC')).toBe('2026-01-01');
    expect(localDay(instant, 'America/New_York')).toBe('2025-12-31');
    expect(localDay(new Date('2026-01-01T23:30:00.000Z'), 'Asia/Tokyo')).toBe('2026-01-02');
  });

  const timeZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const day = fc
    .date({ min: new Date('2012-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('a day’s first moment is on that day, and the millisecond before it on the day before, in every time zone', () => {
    fc.assert(
      fc.property(day, timeZone, (date, zone) => {
        const start = startOfDay(date, zone);

        expect(localDay(start, zone)).toBe(date);
        expect(localDay(new Date(start.getTime() - 1), zone) < date).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('ends where the next one starts', () => {
    fc.assert(
      fc.property(day, timeZone, (date, zone) => {
        const before = endOfDay(date, zone);
        const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

        expect(startOfDay(next, zone)).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });
});

test('a local time has the offset in force at that moment, before and after a clock change', () => {
  expect(localTime(new Date('2026-10-25T00:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:00:00+02:00');
  expect(localTime(new Date('2026-10-25T01:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:00:00+01:00');
  expect(localTime(new Date('2026-05-02T03:15:00Z'), 'Asia/Kathmandu')).toBe('2026-05-02T09:00:00+05:45');
});

test.each(['PST', 'ist', 'AST', 'UTC', 'GMT', 'EST'])('days also begin in %s, which the runtime knows', (timeZone) => {
  expect(localDay(startOfDay('2026-05-30', timeZone), timeZone)).toBe('2026-05-30');
});

test.each(['UTC', 'utc', 'us/samoa', 'Asia/Kathmandu'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each(['', '+02:00', 'Mars/Olympus', 'Europe/Berlin '])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('days are counted on the calendar, across ends of months and leap days', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2025-12-31', '2026-03-01')).toBe(60);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
});

describe('weeks', () => {
  test('begin on Monday, also across the end of a year', () => {
    expect(startOfWeek('2026-01-05')).toBe('2026-01-05');
    expect(startOfWeek('2026-01-04')).toBe('2025-12-29');
    expect(startOfWeek('2026-01-01')).toBe('2025-12-29');
  });

  test('are an hour shorter or longer when the clocks change', () => {
    const hours = (firstDay: string) => {
      const [start, end] = boundsOfWeeks(firstDay, 1, 'Europe/Berlin').map(Number);
      return ((end ?? 0) - (start ?? 0)) / 3_600_000;
    };

    expect(['2026-03-23', '2026-03-30', '2026-10-19'].map(hours)).toEqual([167, 168, 169]);
  });
});
