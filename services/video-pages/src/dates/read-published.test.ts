import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { LOCALES } from '../views/locales.js';
import { type PublishedOptions, type PublishedText, readPublished } from './read-published.js';
import { TIME_UNITS } from './relative-phrases.js';

const TODAY = '2026-05-20';

function read(text: string, options: PublishedOptions = {}): PublishedText {
  return readPublished(text, { today: TODAY, ...options });
}

describe('machine-readable dates', () => {
  test.each([
    ['2026-05-01', { kind: 'day', day: '2026-05-01' }],
    ['20260501', { kind: 'day', day: '2026-05-01' }],
    ['2026-05-01T23:30:00', { kind: 'day', day: '2026-05-01' }],
    ['2026-05-01T23:30:00-07:00', { kind: 'instant', at: '2026-05-02T06:30:00.000Z' }],
    ['2026-05-01T23:30:00.123Z', { kind: 'instant', at: '2026-05-01T23:30:00.123Z' }],
    ['2026-05-01 23:30:00 +0200', { kind: 'instant', at: '2026-05-01T21:30:00.000Z' }],
    ['Fri May 01 20:19:24 +0000 2026', { kind: 'instant', at: '2026-05-01T20:19:24.000Z' }],
    ['Fri, 01 May 2026 20:19:24 GMT', { kind: 'instant', at: '2026-05-01T20:19:24.000Z' }],
    ['2026-02-30', { kind: null, reason: 'not_a_day' }],
    ['2026-13-01T00:00:00Z', { kind: null, reason: 'not_a_day' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual({ rawText: text, ...expected });
  });
});

describe('dates with a month name', () => {
  test.each([
    'May 1, 2026', '1 May 2026', 'May 1st, 2026', '1. Mai 2026', 'le 1er mai 2026', '1 de mayo de 2026', '1 maggio 2026', '1 de maio de 2026',
    '2026. május 1.', '1 мая 2026 г.', '2026年5月1日', '2026년 5월 1일', '1 tháng 5, 2026', '1 tháng 5 năm 2026', '1 พฤษภาคม 2569', '1 במאי 2026',
    '١ مايو ٢٠٢٦', '1. toukokuuta 2026', 'Premiered May 1, 2026', 'May 1, 2026 at 10:30 PM', '10:30 · May 1, 2026', '1.2M views  May 1, 2026',
    '12K views · May 1, 2026 · 3 weeks ago', 'MAY 1 2026',
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'day', day: '2026-05-01' });
  }); // prettier-ignore

  test.each([
    ['May 1', '2026-05-01'],
    ['May 20', '2026-05-20'],
    ['May 21', '2026-05-21'],
    ['May 22', '2025-05-22'],
    ['5月1日', '2026-05-01'],
    ['Feb 29', '2024-02-29'],
  ])('dates %s without a year to its latest occurrence', (text, day) => {
    expect(read(text)).toMatchObject({ kind: 'day', day });
  });

  test.each(['May 2026', 'you may', 'May', 'May 32, 2026 and more', 'Maybe 1, 2026'])('finds no date in %s', (text) => {
    expect(read(text).kind).toBeNull();
  });

  test('cannot resolve a date without a year unless today is known', () => {
    expect(readPublished('May 1')).toMatchObject({ kind: null, reason: 'ambiguous_date' });
  });

  test('parses back dates that the runtime formats in every locale', () => {
    const days = fc.date({ min: new Date('2005-01-01'), max: new Date('2026-05-20'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), fc.constantFrom('long', 'medium'), days, (locale, dateStyle, date) => {
        const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { dateStyle, timeZone: 'UTC' });

        expect(read(format.format(date), { pageLang: locale })).toMatchObject({
          kind: 'day',
          day: date.toISOString().slice(0, 10),
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('numeric dates', () => {
  test.each([
    ['01/02/2026', {}, null],
    ['01/02/2026', { pageLang: 'en' }, null],
    ['01/02/2026', { pageLang: 'en-US' }, '2026-01-02'],
    ['01/02/2026', { pageLang: 'en-GB' }, '2026-02-01'],
    ['01/02/2026', { pageLang: 'pt_BR' }, '2026-02-01'],
    ['01/02/2026', { locale: 'en-US', pageLang: 'de' }, '2026-01-02'],
    ['01/02/2026', { pageLang: 'ja' }, null],
    ['13/02/2026', {}, '2026-02-13'],
    ['02/13/2026', {}, '2026-02-13'],
    ['02/02/2026', {}, '2026-02-02'],
    ['1.2.2026', {}, '2026-02-01'],
    ['1. 2. 2026', {}, '2026-02-01'],
    ['2026/02/01', {}, '2026-02-01'],
    ['2026. 2. 1.', {}, '2026-02-01'],
    ['1/2/26', { pageLang: 'fr' }, '2026-02-01'],
    ['Posted 13/02/2026 10:30', {}, '2026-02-13'],
  ])('%s with %j', (text, options, day) => {
    expect(read(text, options)).toMatchObject(
      day === null ? { kind: null, reason: 'ambiguous_date' } : { kind: 'day', day },
    );
  });

  test.each(['31/31/2026', '31.02.2026', '2026/02/30'])('rejects the impossible day %s', (text) => {
    expect(read(text)).toMatchObject({ kind: null, reason: 'not_a_day' });
  });

  test.each(['1/2', '1.2M views', '12/34/5678/9', '10:30', '192.168.1.2'])(
    'finds no date in the numbers %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: null, reason: 'not_a_date' });
    },
  );
});

describe('relative dates', () => {
  test.each([
    ['3 weeks ago', 'week', 3],
    ['Streamed 3 weeks ago', 'week', 3],
    ['1.2M views 3 weeks ago', 'week', 3],
    ['1.2M views · 3 weeks ago', 'week', 3],
    ['vor 3 Wochen', 'week', 3],
    ['il y a 3 semaines', 'week', 3],
    ['hace 3 semanas', 'week', 3],
    ['3 недели назад', 'week', 3],
    ['3週間前', 'week', 3],
    ['3주 전', 'week', 3],
    ['قبل 3 أسابيع', 'week', 3],
    ['לפני שנתיים', 'year', 2],
    ['1 day ago', 'day', 1],
    ['yesterday', 'day', 1],
    ['gestern', 'day', 1],
    ['vorgestern', 'day', 2],
    ['Posted yesterday', 'day', 1],
    ['today', 'day', 0],
    ['last month', 'month', 1],
    ['now', 'second', 0],
    ['3w', 'week', 3],
    ['2mo', 'month', 2],
    ['5h', 'hour', 5],
    ['a year ago', null, 0],
    ['in 3 weeks', null, 0],
    ['know now or never', null, 0],
    ['3 weeks', null, 0],
    ['3d model', null, 0],
  ])('%s', (text, unit, amount) => {
    expect(read(text)).toMatchObject(
      unit === null ? { kind: null, reason: 'not_a_date' } : { kind: 'relative', unit, amount },
    );
  });

  test('prefers the known language for an ambiguous phrase', () => {
    expect(read('il y a 5 m.', { pageLang: 'fr' })).toMatchObject({ unit: 'month', amount: 5 });
  });

  test('parses back relative times that the runtime formats, unless the future looks the same', () => {
    const styles = fc.constantFrom('long', 'short', 'narrow');
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), styles, fc.constantFrom(...TIME_UNITS), fc.integer({ min: 1, max: 99 }), (locale, style, unit, amount) => {
        const format = new Intl.RelativeTimeFormat(locale, { style });
        const text = format.format(-amount, unit);
        fc.pre(text !== format.format(amount, unit) && !/^[\u200e\u200f\s]*[-\u2212]/.test(text));

        expect(read(text, { pageLang: locale })).toMatchObject({ kind: 'relative', unit, amount });
      }),
      { numRuns: 1_000 },
    );
  }); // prettier-ignore
});

test('never throws, and parses deterministically', () => {
  const piece = fc.constantFrom(
    '2026',
    '-',
    '05',
    '/',
    '.',
    'may',
    '1',
    ' ',
    'ago',
    'weeks',
    '年',
    '月',
    '日',
    't',
    ':',
    'z',
  );
  const texts = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(null, 'en', 'de', 'xx', 'en-US', '!'), (text, pageLang) => {
      expect(read(text, { pageLang })).toEqual(read(text, { pageLang }));
    }),
  );
});
