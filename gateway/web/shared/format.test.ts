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
