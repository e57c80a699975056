import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { LOCALES } from './locales.js';
import { parseViewText } from './view-text.js';

const value = (text: string, options?: Parameters<typeof parseViewText>[1]): number | string | null => {
  const read = parseViewText(text, options);
  return read.value ?? read.reason;
};

describe('numbers with a view noun', () => {
  test.each([
    ['en', '1.2M views', 1_200_000],
    ['en', '12,345', 12_345],
    ['en', '1,234 total views', 1_234],
    ['en', 'Views: 1,234 Likes: 5', 1_234],
    ['en', 'Likes: 5 Views: 1,234', 1_234],
    ['en', '9.7K views · 352 reactions', 9_700],
    ['en', '1.2K Views 3 days ago', 1_200],
    ['en', '3 days ago 1.2K views', 1_200],
    ['en', '1.2Kviews', 1_200],
    ['en', '1.2K views12 likes', 1_200],
    ['en', '1.2M views²', 1_200_000],
    ['en', 'Video: 1:23:45 1,000 views', 1_000],
    ['en', '2.4 million plays', 2_400_000],
    ['en', '1.234M views', 1_234_000],
    ['en', '1M+ views', 1_000_000],
    ['en', '353 likes, 12 comments, 40 views', 40],
    ['in', '3 lakh views', 300_000],
    ['in', '1.5 cr views', 15_000_000],
    ['in', '2 crores views', 20_000_000],
    ['in', '12,34,567 views', 1_234_567],
    ['de', '1,2 Mio. Aufrufe', 1_200_000],
    ['de', '1.234 Mio. Aufrufe', 1_234_000_000],
    ['de', '12.345 Aufrufe', 12_345],
    ['ch', "12'345 Aufrufe", 12_345],
    ['fr', '1\u202f234\u202f567 vues', 1_234_567],
    ['fr', '1,2\u00a0M de vues', 1_200_000],
    ['es', '1,2 mil visualizaciones', 1_200],
    ['es', '3,4 M de visualizaciones', 3_400_000],
    ['es', '1,2 mil M de visualizaciones', 1_200_000_000],
    ['it', '1,2 Mln di visualizzazioni', 1_200_000],
    ['it', '3 mila visualizzazioni', 3_000],
    ['pt', '1,2 mi de visualizações', 1_200_000],
    ['pt', '1,5 bi de visualizações', 1_500_000_000],
    ['nl', '1,2 mln. weergaven', 1_200_000],
    ['sv', '1,2 mn visningar', 1_200_000],
    ['da', '12 t visninger', 12_000],
    ['nb', '1,2 mill. visninger', 1_200_000],
    ['fi', '1,2 milj. katselukertaa', 1_200_000],
    ['pl', '12 tys. wyświetleń', 12_000],
    ['cs', '1,2 mil. zhlédnutí', 1_200_000],
    ['sk', '12 tis. zhliadnutí', 12_000],
    ['hu', '12 E megtekintés', 12_000],
    ['ro', '1,2 mil. de vizionări', 1_200_000],
    ['ro', '20 de mii de vizionări', 20_000],
    ['bg', '1,2 млн. показвания', 1_200_000],
    ['el', '1,2 εκ. προβολές', 1_200_000],
    ['tr', '1,2 B görüntüleme', 1_200],
    ['tr', '1,2 Mn görüntüleme', 1_200_000],
    ['ru', '12 тыс. просмотров', 12_000],
    ['ru', '1 234 567 просмотров', 1_234_567],
    ['uk', '1,2 млн переглядів', 1_200_000],
    ['ar', '١٫٢ مليون مشاهدة', 1_200_000],
    ['ar', '\u200f1.2 مليون مشاهدة 3 أيام', 1_200_000],
    ['ar', 'عدد المشاهدات 1٬234', 1_234],
    ['fa', '۱۲ هزار بازدید', 12_000],
    ['he', '1,234 צפיות', 1_234],
    ['hi', '१.२ लाख व्यूज़', 120_000],
    ['hi', '12 क॰ बार देखा गया', 120_000_000],
    ['bn', '১.২ কোটি ভিউ', 12_000_000],
    ['ur', '3 لاکھ ملاحظات', 300_000],
    ['id', '1,2 M x ditonton', 1_200_000_000],
    ['id', '12 rb x ditonton', 12_000],
    ['ms', '1.2J tontonan', 1_200_000],
    ['fil', '1.2K na view', 1_200],
    ['vi', '1,2 Tr lượt xem', 1_200_000],
    ['vi', '1,2 T lượt xem', 1_200_000_000],
    ['th', 'การดู 1.2 ล้าน ครั้ง', 1_200_000],
    ['ja', '12万回視聴', 120_000],
    ['ja', '視聴回数 1,234 回', 1_234],
    ['ja', '1.2億 回視聴', 120_000_000],
    ['ko', '조회수 1.2만회', 12_000],
    ['ko', '조회수 1.2만회 3년 전', 12_000],
    ['ko', '좋아요 5 조회수 1.2만', 12_000],
    ['ko', '조회수 1.2만 좋아요 5', 12_000],
    ['zh', '12.3万次观看', 123_000],
    ['zh', '1.2亿次播放', 120_000_000],
    ['zh', '播放量：3,456', 3_456],
    ['zh', '觀看次數：1.2萬次', 12_000],
    ['full width', '１２３ views', 123],
    ['glued to a word', '20K', 20_000],
  ])('%s: %s', (_language, text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('distinguishes plays from views', () => {
    expect(parseViewText('1,234 plays').metric).toBe('plays');
    expect(parseViewText('12万次播放').metric).toBe('plays');
    expect(parseViewText('1,234 views').metric).toBe('views');
  });
});

describe('texts without a view count', () => {
  test.each([
    '1.2K watching now',
    '353 likes, 12 comments',
    '1.2M subscribers',
    '3 days ago',
    '1.2K viewers',
    '5 reviews',
    '1.234 Abonnenten',
    '123人が視聴中',
    '1.2万 人正在观看',
    '구독자 1.2만명',
    'Season 3',
    'MP3 views',
    '$5 views',
    '5% views',
    '12:34 views',
    'Top 10 of the most scenic and famous mountain views',
    '1億2000万回視聴',
    'views',
    '½ views',
    '1½ views',
    '² views',
    '1..2 views',
    '1e5 views',
    'no views were harmed',
    '',
  ])('%s', (text) => {
    expect(value(text)).toBe('not_a_view_count');
  });

  test.each([
    ['-5 views', 'out_of_range'],
    ['−5 views', 'out_of_range'],
    ['99999999999999999 views', 'out_of_range'],
    ['9,007,199,254,740,992 views', 'out_of_range'],
    ['9999999B views', 'out_of_range'],
    ['1.23', 'not_an_integer'],
    ['1.2.3 views', 'not_an_integer'],
    ['1,234.567 views', 'not_an_integer'],
    ['0.123 views', 'not_an_integer'],
    ['1.2345M views', 'not_an_integer'],
  ])('rejects %s as %s', (text, reason) => {
    expect(parseViewText(text)).toMatchObject({ value: null, reason, rangeMin: null });
  });

  test('reads a dot before three digits as a thousands separator', () => {
    expect(value('1.234')).toBe(1_234);
  });
});

describe('resolves an ambiguous unit by locale', () => {
  test.each([
    ['1,2 mil', undefined, [1_200, 1_200_000]],
    ['1,2 B', undefined, [1_200, 1_200_000_000, 1_200_000_000_000]],
    ['1,2 M', undefined, [1_200_000, 1_200_000_000]],
    ['12 T', undefined, [12_000, 12_000_000_000, 12_000_000_000_000]],
    ['1,2 mil Aufrufe', undefined, [1_200, 1_200_000]],
  ])('reports %s as ambiguous without a locale', (text, pageLang, alternatives) => {
    expect(parseViewText(text, { pageLang: pageLang ?? null })).toMatchObject({
      value: null,
      reason: 'ambiguous_unit',
      alternatives,
    });
  });

  test.each([
    ['1,2 mil', 'es', 1_200],
    ['1,2 mil', 'pt-BR', 1_200],
    ['1,2 mil', 'cs-CZ', 1_200_000],
    ['1,2 mil', 'ro', 1_200_000],
    ['1,2 B', 'tr', 1_200],
    ['1.2B', 'en-GB', 1_200_000_000],
    ['1,2 M', 'id', 1_200_000_000],
    ['1,2 M', 'fr', 1_200_000],
    ['1.2M', 'de', 1_200_000],
    ['12 T', 'vi', 12_000_000_000],
    ['12 t', 'da', 12_000],
    ['3 mille', 'fr', 3_000],
    ['1.2萬', 'zh-TW', 12_000],
  ])('%s in %s', (text, pageLang, expected) => {
    expect(value(text, { pageLang })).toBe(expected);
  });

  test("prefers the caller's locale over the page's, and the page's over the noun's", () => {
    expect(value('1,2 mil visualizaciones', { locale: 'cs', pageLang: 'es' })).toBe(1_200_000);
    expect(value('1,2 B views', { pageLang: 'tr' })).toBe(1_200);
    expect(value('1,2 B views')).toBe(1_200_000_000);
    expect(parseViewText('1.2B views', { pageLang: 'nonsense!' })).toMatchObject({
      value: 1_200_000_000,
      locale: 'en',
    });
  });
});

describe('precision', () => {
  test.each([
    ['1.2M views', 1_150_000, 1_299_999],
    ['20K', 19_500, 20_999],
    ['12万回視聴', 115_000, 129_999],
    ['1.25K views', 1_245, 1_259],
  ])('marks %s as rounded', (text, rangeMin, rangeMax) => {
    expect(parseViewText(text)).toMatchObject({ precision: 'rounded', rangeMin, rangeMax });
  });

  test('marks a number without a unit as exact', () => {
    expect(parseViewText('12,345 views')).toEqual({
      value: 12_345,
      rawText: '12,345 views',
      precision: 'exact',
      metric: 'views',
      rangeMin: 12_345,
      rangeMax: 12_345,
      locale: 'en',
      reason: null,
    });
  });

  test.each([
    'No views',
    'no views yet',
    'Keine Aufrufe',
    'Aucune vue',
    'Нет просмотров',
    '조회수 없음',
    'Chưa có lượt xem',
    'لا توجد مشاهدات',
    'No views · 2 hours ago',
    '0 views',
  ])('reads %s as exactly zero', (text) => {
    expect(parseViewText(text)).toMatchObject({ value: 0, precision: 'exact', rangeMax: 0 });
  });
});

describe('for any text', () => {
  test('never throws, keeps the value within its range, and shows one bounded line', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '1.2',
        '12,345',
        'M',
        ' mil',
        '万',
        '만회',
        ' views',
        ' likes',
        '조회수 ',
        '-',
        ':',
        ' · ',
        '\n',
        '٫',
        '٣',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.option(fc.constantFrom(...LOCALES)), (pieces, locale) => {
        const read = parseViewText(pieces.join(''), { locale });

        expect(read.rawText.length).toBeLessThanOrEqual(500);
        expect(read.rawText).not.toMatch(/[\n\u202e\0]/);
        if (read.value === null) expect(read.reason).not.toBeNull();
        else expect([read.rangeMin <= read.value, read.value <= read.rangeMax]).toEqual([true, true]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('parses back compact numbers that the runtime formats in every locale', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.constantFrom('short' as const, 'long' as const),
        fc.integer({ min: 1_000, max: 999_999_999 }),
        (locale, compactDisplay, views) => {
          const text = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay }).format(views);
          const read = parseViewText(text, { locale });

          // "mille" is the only number written without digits.
          if (!/\p{N}/u.test(text)) return;
          expect([text, (read.rangeMin ?? Infinity) <= views, views <= (read.rangeMax ?? 0)]).toEqual([
            text,
            true,
            true,
          ]);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
