import { expect, test } from '@jest/globals';
import { createFormats } from '@svc/web/shared/format';
import * as fc from 'fast-check';
import { addDays } from '../../days/add-days.ts';
import { nearDays, parseDate } from './read-date.ts';

const TODAY = '2026-11-24';

function reading(locale: string, bounds: { readonly min?: string; readonly max?: string } = {}) {
  const formats = createFormats({ locale, timeZone: 'UTC' });
  const context = { today: TODAY, form: formats.dateForm(), near: nearDays(formats), ...bounds };
  return (typed: string) => parseDate(typed, context)?.date;
}

test.each([
  ['en-US', '2026-11-05', '2026-11-05'],
  ['en-US', '20261105', '2026-11-05'],
  ['en-US', '11/5/2026', '2026-11-05'],
  ['en-US', '11/5/26', '2026-11-05'],
  ['en-US', '11/5', '2026-11-05'],
  ['en-US', 'Nov 5', '2026-11-05'],
  ['en-US', 'Thursday, November 5, 2026', '2026-11-05'],
  ['en-US', '5 sept 2027', '2027-09-05'],
  ['en-US', 'Tomorrow', '2026-11-25'],
  ['en-US', '+3', '2026-11-27'],
  ['en-US', '-1', '2026-11-23'],
  ['en-GB', '5/11/2026', '2026-11-05'],
  ['de-DE', '5.11.26', '2026-11-05'],
  ['de-DE', '5. Dezember', '2026-12-05'],
  ['de-DE', 'morgen', '2026-11-25'],
  ['de-DE', 'today', '2026-11-24'],
  ['es-ES', '5 de noviembre de 2026', '2026-11-05'],
  ['ja-JP', '2026年11月5日', '2026-11-05'],
  ['fa-IR', '۲۰۲۶/۱۱/۰۵', '2026-11-05'],
])('%s: "%s" is %s', (locale, typed, date) => {
  expect(reading(locale)(typed)).toBe(date);
});

test.each([
  ['en-US', '24.11.2026'],
  ['en-US', '2/30/2026'],
  ['en-US', '2026-02-29'],
  ['en-US', 'Ju 5'],
  ['en-US', 'Ma 5'],
  ['en-US', '5'],
  ['en-US', 'May'],
  ['en-US', 'next May 5'],
  ['en-US', '11/5/126'],
  ['de-DE', 'soon'],
])('%s: "%s" is not a date', (locale, typed) => {
  expect(reading(locale)(typed)).toBeUndefined();
});

test('a date without a year gets the fitting year', () => {
  expect(reading('en-US', { max: TODAY })('12/28')).toBe('2025-12-28');
  expect(reading('en-US', { min: TODAY })('Jan 5')).toBe('2027-01-05');
  expect(reading('en-US')('Jan 5')).toBe('2026-01-05');
});

test('every formatted date is parsed as that date, in every region', () => {
  const locales = [
    'en-US',
    'en-GB',
    'de-DE',
    'fr-FR',
    'es-ES',
    'pt-BR',
    'ja-JP',
    'ko-KR',
    'zh-CN',
    'bg-BG',
    'hu-HU',
    'sv-SE',
  ];
  const others = [
    'ar-EG',
    'fa-IR',
    'th-TH',
    'hi-IN',
    'tr-TR',
    'pl-PL',
    'cs-CZ',
    'ru-RU',
    'fi-FI',
    'el-GR',
    'he-IL',
    'lt-LT',
  ];
  const known = new Map(
    [...locales, ...others].map((locale) => {
      const formats = createFormats({ locale, timeZone: 'UTC' });
      return [locale, { formats, read: reading(locale) }];
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...known.keys()), fc.nat(9_000), (locale, days) => {
      const { formats, read } = known.get(locale)!;
      const date = addDays('2010-01-01', days);
      expect([locale, read(formats.digitDay(date))]).toEqual([locale, date]);
      expect([locale, read(date)]).toEqual([locale, date]);
    }),
  );
});
