import { expect, test } from '@jest/globals';
import { NO_WORK, type Work } from './work.ts';
import { AS_DRAFT, readWorkFile, writeWorkFile } from './work-file.ts';

const WORK: Work = {
  asked: {
    date: '2026-05-01',
    dateTo: '2026-05-03',
    codes: 'SAVE20, MIKE100',
    words: 'winter coats',
    account: 'tiktok:@creator',
    brand: { name: 'North', aliases: ['North Wear'] },
  },
  acceptsOtherDays: true,
  rows: [
    {
      candidateId: 'c_1',
      url: 'https://youtu.be/aaaaaaaaaa1',
      canonicalUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaa1',
      viewCount: 1_200,
      directProof: { status: 'confirmed', proofKind: 'spoken_promo', observedPromoAtSeconds: 84 },
      proofScreenshots: [{ screenshotId: 's1', sourceUrl: 'https://youtu.be/aaaaaaaaaa1' }],
      known: { dealId: 'd1', dealName: 'Winter', videoId: 'v1', url: 'https://youtu.be/aaaaaaaaaa1' },
    },
  ],
  sent: [{ operation: 'deals.add_view_log', arguments: { value: 1_200 }, key: 'k1' }],
};

const fileOf = (text: string): File => new File([text], 'candidates.json', { type: 'application/json' });

test('a draft is restored unchanged, with its unanswered calls', () => {
  expect(AS_DRAFT.read(AS_DRAFT.write(WORK))).toEqual(WORK);
});

test('empty work has no draft, and an invalid draft is ignored', () => {
  expect(AS_DRAFT.write(NO_WORK)).toBe('');
  for (const text of [
    '',
    'null',
    '[]',
    '{"format":"other"}',
    '{"format":"viewcheck-candidate-json-v1","candidates":1}',
  ])
    expect([text, AS_DRAFT.read(text)]).toEqual([text, NO_WORK]);
});

test('a saved file can be loaded again, with or without a byte order mark', async () => {
  const { sent: _sent, ...saved } = WORK;
  const text = writeWorkFile(WORK, new Date('2026-05-02T10:00:00Z'));

  expect(await readWorkFile(fileOf(text))).toEqual(saved);
  expect(await readWorkFile(fileOf(`\uFEFF${text}`))).toEqual(saved);
  expect(JSON.parse(text)).toMatchObject({
    format: 'viewcheck-candidate-json-v1',
    generatedAt: '2026-05-02T10:00:00.000Z',
    request: { requestedDate: '2026-05-01', promoCodes: ['SAVE20', 'MIKE100'] },
  });
});

test('fields of a foreign file that the tool does not know are omitted', async () => {
  const candidates = [{ url: 'https://youtu.be/aaaaaaaaaa1', rank: 1, proofScreenshots: null, known: 'yes' }, 7];
  const request = { requestedDate: '2026-05-01', promoCode: 'SAVE20', account: { handle: 'creator' }, asOf: 1 };
  const text = JSON.stringify({ format: 'viewcheck-candidate-json-v1', request, candidates, targets: [] });

  expect(await readWorkFile(fileOf(text))).toEqual({
    asked: { date: '2026-05-01', dateTo: '', codes: 'SAVE20', words: '', account: 'creator' },
    acceptsOtherDays: false,
    rows: [{ url: 'https://youtu.be/aaaaaaaaaa1', proofScreenshots: [] }],
  });
});

test.each([
  ['{', /isn't JSON/],
  ['{"format":"viewcheck-live-preflight-v1","candidates":[]}', /format must be viewcheck-candidate-json-v1/],
  ['{"format":"viewcheck-candidate-json-v1"}', /a list named candidates/],
  [`{"format":"viewcheck-candidate-json-v1","candidates":[${Array(201).fill('{}').join()}]}`, /more than 200/],
  [' '.repeat(5_000_001), /larger than 5 MB/],
])('an invalid file is refused with a sentence (%#)', async (text, sentence) => {
  await expect(readWorkFile(fileOf(text))).rejects.toThrow(sentence);
});
