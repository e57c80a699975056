import { describe, expect, test } from '@jest/globals';
import { parseRange, parseRangeEnd, parseRangeStart } from '@svc/chassis/time/calendar';
import { parseCheckedAt } from './checked-at.js';

const NOW = new Date('2026-05-31T12:00:00.000Z');

const NOT_A_MOMENT = [
  '',
  'today',
  ' 2026-05-30',
  '2026-5-3',
  '20260530',
  '2026-05-30T',
  '2026-05-30 10:00:00Z',
  '2026-05-30t10:00:00z',
  '2026-05-30T10:00',
  '2026-05-30T10:00:00.000',
  '2026-05-30T10Z',
  '2026-05-30T24:00:00Z',
  '2026-05-30T10:60:00Z',
  '2026-05-30T10:00:60Z',
  '2026-05-30T10:00:00+0200',
  '2026-05-30T10:00:00+25:00',
  '2026-05-30T10:00:00ZZ',
  '2026-05-30T10:00:00Z[Europe/Berlin]',
  '2026-05-30Z',
  '0026-05-30',
  '+002026-05-30',
  '1780135200000',
  'null',
];

const NOT_A_DAY = ['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-04-00'];

describe('the instant of a view log', () => {
  test.each([
    ['UTC', '2026-05-30T00:00:00.000Z'],
    ['Europe/Berlin', '2026-05-29T22:00:00.000Z'],
    ['America/Los_Angeles', '2026-05-30T07:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-29T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-29T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-05-30T11:00:00.000Z'],
  ])('given as a date is the start of that day in %s', (timeZone, instant) => {
    expect(parseCheckedAt('2026-05-30', timeZone, NOW).toISOString()).toBe(instant);
  });

  test("on a day whose midnight is skipped by the clocks is the day's first moment", () => {
    expect(parseCheckedAt('2018-11-04', 'America/Sao_Paulo', NOW).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(parseCheckedAt('2026-04-24', 'Africa/Cairo', NOW).toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });

  test('on days when the clocks change at another hour is midnight by the offset at that time', () => {
    expect(parseCheckedAt('2026-03-29', 'Europe/Berlin', NOW).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(parseCheckedAt('2026-03-30', 'Europe/Berlin', NOW).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(parseCheckedAt('2025-10-26', 'Europe/Berlin', NOW).toISOString()).toBe('2025-10-25T22:00:00.000Z');
  });

  test.each([
    ['2026-05-30T10:20:30.456Z', '2026-05-30T10:20:30.456Z'],
    ['2026-05-30T10:20:30+02:00', '2026-05-30T08:20:30.000Z'],
    ['2026-05-30T10:20-03:30', '2026-05-30T13:50:00.000Z'],
    ['2026-05-30T10:20:30.4Z', '2026-05-30T10:20:30.400Z'],
    ['2026-05-30T10:20:30.456789123Z', '2026-05-30T10:20:30.456Z'],
  ])('given as %s is exact, in any time zone', (text, instant) => {
    expect(parseCheckedAt(text, 'Asia/Tokyo', NOW).toISOString()).toBe(instant);
  });

  test('may be up to 24 hours ahead, and not a millisecond more', () => {
    expect(parseCheckedAt('2026-06-01T12:00:00.000Z', 'UTC', NOW).toISOString()).toBe('2026-06-01T12:00:00.000Z');
    expect(() => parseCheckedAt('2026-06-01T12:00:00.001Z', 'UTC', NOW)).toThrow('24 hours');
    expect(() => parseCheckedAt('2026-06-02', 'UTC', NOW)).toThrow('24 hours');
  });

  test('may be as early as the first day of 2005 in the time zone, and no earlier', () => {
    expect(parseCheckedAt('2005-01-01', 'Asia/Tokyo', NOW).toISOString()).toBe('2004-12-31T15:00:00.000Z');
    expect(() => parseCheckedAt('2004-12-31', 'Asia/Tokyo', NOW)).toThrow('2005-01-01');
    expect(() => parseCheckedAt('2004-12-31T23:59:59.999Z', 'UTC', NOW)).toThrow('2005-01-01');
  });

  test.each([...NOT_A_MOMENT, ...NOT_A_DAY, '2026-02-30T10:00:00Z'])(
    'is refused as %j with the path of the field',
    (text) => {
      expect(() => parseCheckedAt(text, 'UTC', NOW)).toThrow(
        expect.objectContaining({
          kind: 'invalid_input',
          code: 'VALIDATION_ERROR',
          details: [{ path: 'checkedAt', message: expect.stringContaining('checkedAt') }],
        }),
      );
    },
  );

  test('is refused with the reason: no offset, or no such day', () => {
    expect(() => parseCheckedAt('2026-05-30T10:00', 'UTC', NOW)).toThrow(/offset.*Z.*\+02:00/);
    expect(() => parseCheckedAt('2026-02-30', 'UTC', NOW)).toThrow('2026-02-30, which is not a day of the calendar');
  });
});

describe('a range', () => {
  test('before the first supported day is refused with that day', () => {
    expect(() => parseRangeStart('0001-01-01', 'UTC', 'from')).toThrow('from 1000-01-01 to 9999-12-31');
  });

  test('between two dates covers both whole days in the time zone', () => {
    expect(parseRangeStart('2026-05-30', 'Europe/Berlin', 'from').toISOString()).toBe('2026-05-29T22:00:00.000Z');
    expect(parseRangeEnd('2026-05-30', 'Europe/Berlin', 'to').toISOString()).toBe('2026-05-30T22:00:00.000Z');
  });

  test.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2018-02-17', 'America/Sao_Paulo', 25],
    ['2026-05-30', 'America/New_York', 24],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['9999-12-31', 'UTC', 24],
    ['1000-01-01', 'UTC', 24],
  ])('of the day %s in %s is %d hours long', (day, timeZone, hours) => {
    const from = parseRangeStart(day, timeZone, 'from');
    const before = parseRangeEnd(day, timeZone, 'to');

    expect((before.getTime() - from.getTime()) / 3_600_000).toBe(hours);
  });

  test('of a day that the time zone skipped is empty, and only one that ends before it is refused', () => {
    const { from, before } = parseRange({ from: '2011-12-30', to: '2011-12-30' }, 'Pacific/Apia');

    expect(from).toEqual(before);
    expect(() => parseRange({ from: '2011-12-30', to: '2011-12-29' }, 'Pacific/Apia')).toThrow('lies before `from`');
    expect(() => parseRange({ from: '2026-05-30', to: '2026-05-29' }, 'UTC')).toThrow('lies before `from`');
  });

  test('between two date-times includes both, to the millisecond', () => {
    expect(parseRangeStart('2026-05-30T10:00:00.500Z', 'Asia/Tokyo', 'from').toISOString()).toBe(
      '2026-05-30T10:00:00.500Z',
    );
    expect(parseRangeEnd('2026-05-30T10:00:00.500Z', 'Asia/Tokyo', 'to').toISOString()).toBe(
      '2026-05-30T10:00:00.501Z',
    );
  });

  test.each([...NOT_A_MOMENT, ...NOT_A_DAY])('is refused when a bound is %j, with the path of that bound', (text) => {
    expect(() => parseRangeStart(text, 'UTC', 'from')).toThrow(
      expect.objectContaining({ kind: 'invalid_input', details: [{ path: 'from', message: expect.any(String) }] }),
    );
    expect(() => parseRangeEnd(text, 'UTC', 'to')).toThrow(
      expect.objectContaining({ kind: 'invalid_input', details: [{ path: 'to', message: expect.any(String) }] }),
    );
  });
});
