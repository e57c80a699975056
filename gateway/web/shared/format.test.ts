import { expect, test } from '@jest/globals';
import { createFormats } from './format.ts';

const { ago, currencies, regionName, shortTime } = createFormats({ locale: 'en-US', timeZone: 'Europe/Berlin' });
const NOW = new Date('2026-03-10T08:00:00Z');

test.each([
  ['2026-03-10T08:00:20Z', 'just now'],
  ['2026-03-10T07:59:01Z', 'just now'],
  ['2026-03-10T07:58:00Z', '2 minutes ago'],
  ['2026-03-10T05:00:00Z', '3 hours ago'],
  ['2026-03-09T09:00:00Z', '23 hours ago'],
  ['2026-03-09T07:00:00Z', 'yesterday'],
  ['2026-03-08T23:30:00Z', 'yesterday'],
  ['2026-03-08T22:30:00Z', '2 days ago'],
  ['2026-03-07T12:00:00Z', '3 days ago'],
  ['2026-03-03T12:00:00Z', 'Mar 3, 2026'],
])('%s is %s', (instant, words) => {
  expect(ago(instant, NOW)).toBe(words);
});

test.each([
  ['2026-03-10T07:05:00Z', 'Today, 8:05 AM'],
  ['2026-03-09T23:05:00Z', 'Today, 12:05 AM'],
  ['2026-03-09T15:55:00Z', 'Mar 9, 4:55 PM'],
  ['2025-12-31T15:55:00Z', 'Dec 31, 2025, 4:55 PM'],
])('on Mar 10, the short form of %s is %s', (instant, words) => {
  expect(shortTime(instant, '2026-03-10').replaceAll(/\s/g, ' ')).toBe(words);
});

test('currencies and regions have names', () => {
  expect(currencies()).toContainEqual({ code: 'EUR', name: 'Euro' });
  expect(regionName('de-DE')).toBe('German (Germany)');
});

test.each(['Etc/Unknown', 'Mars/Olympus', ''])('in the unknown time zone "%s", times are in UTC', (timeZone) => {
  const formats = createFormats({ locale: 'en-US', timeZone });

  expect(formats.dayOf('2026-03-09T23:30:00Z')).toBe('2026-03-09');
  expect(formats.time('2026-03-09T23:30:00Z').replaceAll(/\s/g, ' ')).toBe('Mar 9, 2026, 11:30 PM');
  expect(formats.clock('2026-03-09T23:30:00Z').replaceAll(/\s/g, ' ')).toBe('11:30 PM');
  expect(formats.timeZone).toBe('UTC');
});

test('a time zone keeps its name, and the day begins at its midnight', () => {
  const formats = createFormats({ locale: 'en-US', timeZone: 'Asia/Kolkata' });

  expect([formats.timeZone, formats.dayOf('2026-03-09T18:30:00Z')]).toEqual(['Asia/Kolkata', '2026-03-10']);
});
