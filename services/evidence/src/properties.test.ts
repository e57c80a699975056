/** Properties that hold for every input. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { VerificationRow } from './schemas/verification-row.js';
import { ACTIONS, EVIDENCE_SOURCES, PROOF_KINDS } from './schemas/vocabulary.js';
import { inputOf, nearlyComplete, URLS } from './testing/arbitrary-inputs.js';
import { COMPLETE, POINTING, REQUEST, REVIEW, SCREENSHOT } from './testing/evidence.js';
import { runTool } from './testing/run-tool.js';

describe.each(ACTIONS)('%s', (action) => {
  test('never throws, is deterministic to the byte, and never claims that anything was written', () => {
    fc.assert(
      fc.property(inputOf(action), (input) => {
        const answer = runTool(action, input);

        expect(JSON.stringify(runTool(action, input))).toBe(JSON.stringify(answer));
        expect(answer).toMatchObject({ readOnly: true, liveWrites: false, persistentViewLogWrites: false });
      }),
      { numRuns: 100 },
    );
  });
});

function rowsOf(input: object): VerificationRow[] {
  return runTool('proof_run_harness', input).verificationRows;
}

const isOpen = ({ writeGate }: VerificationRow): boolean => writeGate.state === 'ready_for_write_request';
const openKeys = (input: object): string[] =>
  rowsOf(input)
    .filter(isOpen)
    .map(({ canonicalKey }) => canonicalKey ?? '');

test('some of the generated evidence opens gates, so that the following properties are meaningful', () => {
  const sample = fc.sample(nearlyComplete, { numRuns: 300, seed: 1 });

  expect(sample.filter((input) => openKeys(input).length > 0).length).toBeGreaterThan(30);
});

test('evidence that only points to proof never opens a gate', () => {
  const pointers = EVIDENCE_SOURCES.slice(2);
  fc.assert(
    fc.property(nearlyComplete, fc.constantFrom(...pointers), fc.constantFrom(...PROOF_KINDS), (input, evidenceSource, proofKind) => {
      const urls = input.candidates.map((each) => each.url);
      const more = {
        ...input,
        candidates: input.candidates.map((each) => ({ ...each, ...POINTING, viewCount: each.viewCount ?? { value: 5, source: 'profile_grid' } })),
        directProofReviews: [
          ...input.directProofReviews,
          ...urls.map((sourceVideoUrl) => ({ ...REVIEW, sourceVideoUrl, evidenceSource, proofKind, reviewedAt: '2026-05-19' })),
          ...urls.map((sourceVideoUrl) => ({ ...REVIEW, sourceVideoUrl, evidenceSource: 'video_frame_screenshot', proofKind: 'spoken_promo' })),
        ],
        proofScreenshots: [...input.proofScreenshots, { ...SCREENSHOT, sourceUrl: 'https://www.tiktok.com/@a', kind: 'profile_grid' }],
      };

      expect(openKeys(input)).toEqual(expect.arrayContaining(openKeys(more)));
    }),
    { numRuns: 300 },
  );
}); // prettier-ignore

test.each([
  ['directProof', { directProofReviews: [] }, {}],
  ['screenshot', { proofScreenshots: [] }, {}],
  ['sourceVideoUrl', {}, { url: null }],
  ['viewCount', { proofScreenshots: [{ ...SCREENSHOT, detectedViews: null }] }, { viewCount: null }],
])('removing %s never opens a gate', (_what, without, candidateWithout) => {
  fc.assert(
    fc.property(nearlyComplete, (input) => {
      const candidates = input.candidates.map((each) => ({ ...each, ...candidateWithout }));

      expect(openKeys({ ...input, ...without, candidates })).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('removing the observed second never opens a gate', () => {
  fc.assert(
    fc.property(nearlyComplete, (input) => {
      const directProofReviews = input.directProofReviews.map((each) => ({ ...each, observedPromoAtSeconds: null }));

      expect(openKeys({ ...input, directProofReviews })).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('reordering candidates changes only the order', () => {
  const facts = { viewCount: 12_345, publishedText: '2026-05-01', title: 'use code SAVE20' };
  const partial = fc.subarray(Object.entries(facts)).map((entries) => Object.fromEntries(entries));
  const candidates = fc.array(
    fc.tuple(fc.constantFrom(...URLS.slice(0, 5)), partial).map(([address, some]) => ({ url: address, ...some })),
    { maxLength: 6 },
  );
  const shuffled = candidates.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
  );
  const judged = (rows: readonly object[]): string[] =>
    rowsOf({ ...COMPLETE, candidates: rows })
      .map(({ canonicalKey, writeGate, rowClassification, viewCount: count, published }) =>
        JSON.stringify([canonicalKey, writeGate, rowClassification, rowClassification === 'new' && [count, published]]),
      )
      .toSorted();
  const ranked = (rows: readonly object[]): unknown =>
    runTool('rank_candidates', { ...REQUEST, candidates: rows }).ranked;
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(judged(other)).toEqual(judged(one));
      expect(ranked(other)).toEqual(ranked(one));
    }),
    { numRuns: 200 },
  );
});
