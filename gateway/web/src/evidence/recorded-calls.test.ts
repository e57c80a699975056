import { expect, test } from '@jest/globals';
import { applyImport, isSameCall } from './recorded-calls.ts';
import { NO_WORK, type Row } from './work.ts';

const rowOf = (candidateId: string): Row => ({
  candidateId,
  canonicalUrl: `https://example.com/${candidateId}`,
  proofScreenshots: [],
});

test('after an import, imported rows are videos of deals, and the others have the reason for the refusal', () => {
  const work = { ...NO_WORK, rows: ['new', 'uncoded', 'bad', 'lost', 'other'].map(rowOf) };
  const applied = applyImport(work, ['new', 'uncoded', 'bad', 'lost'], {
    summary: {
      groups: 1,
      videosAdded: 1,
      videosAlreadyPresent: 0,
      dealsCreated: 1,
      dealsReused: 0,
      needsPromoCode: 1,
      duplicatesSkipped: 0,
    },
    deals: [
      {
        dealId: 'd1',
        name: 'Winter',
        promoCode: 'SAVE20',
        created: true,
        status: 'active',
        suggestedCodes: [],
        videos: [{ videoId: 'v1', url: 'https://example.com/new', status: 'added' }],
      },
    ],
    needsPromoCode: [
      {
        groupIndex: 1,
        urls: ['https://example.com/uncoded'],
        name: null,
        reason: 'no_match',
        requiredFields: [],
        optionalFields: [],
        prompt: '',
        nextAction: {
          operation: 'deals.bulk_add_view_checks',
          retryParams: { postDate: '2026-05-01', collections: [] },
        },
      },
    ],
    invalid: [{ groupIndex: 2, url: 'https://example.com/bad', message: 'It is no video.' }],
    remainingLines: [],
    headingLines: [],
    unknownSites: [],
  });

  expect(applied.work.rows.map(({ candidateId, known }) => [candidateId, known?.videoId])).toEqual([
    ['new', 'v1'],
    ['uncoded', undefined],
    ['bad', undefined],
    ['lost', undefined],
    ['other', undefined],
  ]);
  expect(applied.refusals).toEqual({
    uncoded: expect.stringContaining('No active deal matches.'),
    bad: 'It is no video.',
    lost: 'The import rejected it.',
  });
});

test('a view count sent again is the same call regardless of its time, but not with another count', () => {
  const call = {
    operation: 'deals.add_view_log',
    arguments: { videoId: 'v1', value: 12, checkedAt: '2026-05-01' },
  } as const;
  const change = (fields: object) => ({ ...call, arguments: { ...call.arguments, ...fields } });

  expect(isSameCall(call, change({ checkedAt: '2026-05-02' }))).toBe(true);
  expect(isSameCall(call, change({ value: 13 }))).toBe(false);
});
