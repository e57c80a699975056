import { describe, expect, test } from '@jest/globals';
import { copyText, type CopyTextRow } from './copy-text.js';

const ROW: CopyTextRow = {
  dealId: 'deal-1',
  dealName: 'Spring launch',
  promoCode: 'SAVE20',
  videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
  value: 12_345,
  checkedAt: new Date('2026-11-20T10:00:00.000Z'),
  screenshot: null,
};

const OTHER_DEAL: CopyTextRow = { ...ROW, dealId: 'deal-2', dealName: 'Autumn', promoCode: null };

describe("the sponsor's text", () => {
  test('is empty without rows', () => {
    expect(copyText([], 'UTC')).toBe('');
  });

  test('has the deal with its promo code, then the view log with its day', () => {
    expect(copyText([ROW], 'UTC')).toBe(
      'Spring launch [SAVE20]\nhttps://www.youtube.com/watch?v=abc123XYZ_0 - 12,345 views (2026-11-20)',
    );
  });

  test('has no brackets without a promo code', () => {
    expect(copyText([{ ...ROW, promoCode: null }], 'UTC')).toMatch(/^Spring launch\n/);
  });

  test('adds the proof to a view log that has one', () => {
    expect(
      copyText(
        [{ ...ROW, screenshot: { shareUrl: 'https://go.example/p/1', redacted: false, uploaded: true } }],
        'UTC',
      ),
    ).toMatch(/ views \(2026-11-20\) proof: https:\/\/go\.example\/p\/1$/);
  });

  test('groups view logs by deal in order of first appearance, with one blank line between deals', () => {
    const rows = [
      { ...ROW, value: 3 },
      { ...OTHER_DEAL, value: 2 },
      { ...ROW, value: 1 },
    ];

    expect(copyText(rows, 'UTC').split('\n')).toEqual([
      'Spring launch [SAVE20]',
      `${ROW.videoUrl} - 3 views (2026-11-20)`,
      `${ROW.videoUrl} - 1 views (2026-11-20)`,
      '',
      'Autumn',
      `${ROW.videoUrl} - 2 views (2026-11-20)`,
    ]);
  });

  test('keeps deals with the same name apart', () => {
    expect(copyText([ROW, { ...ROW, dealId: 'deal-2' }], 'UTC').split('\n\n')).toHaveLength(2);
  });

  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
  ])('formats %d as %s', (value, text) => {
    expect(copyText([{ ...ROW, value }], 'UTC')).toContain(` - ${text} views `);
  });

  test('uses the day of the view log in the time zone', () => {
    const row = { ...ROW, checkedAt: new Date('2026-11-20T23:30:00.000Z') };

    expect(copyText([row], 'UTC')).toContain('(2026-11-20)');
    expect(copyText([row], 'Asia/Tokyo')).toContain('(2026-11-21)');
    expect(copyText([row], 'America/New_York')).toContain('(2026-11-20)');
  });

  test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'replaces the line break %j in a name with one space',
    (lineBreak) => {
      const row = { ...ROW, dealName: `Spring${lineBreak}launch`, promoCode: `SAVE${lineBreak}20` };

      expect(copyText([row], 'UTC').split('\n')[0]).toBe('Spring launch [SAVE 20]');
    },
  );
});
