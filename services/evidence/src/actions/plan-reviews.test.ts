import { describe, expect, test } from '@jest/globals';
import { REQUEST, VIDEO_URL } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

const plan = (fields: object): OutputOf<'plan_direct_proof_review'> =>
  runTool('plan_direct_proof_review', { ...REQUEST, ...fields });
const windows = (candidate: object, cues?: object[]): [seek: number, seconds: number, basis: string][] =>
  plan({ candidates: [{ url: VIDEO_URL, ...candidate }], ...(cues ? { cues } : {}) }).reviews[0]?.windows.map(
    ({ suggestedSeekSeconds, reviewWindowSeconds, basis }) => [suggestedSeekSeconds, reviewWindowSeconds, basis],
  ) ?? [];
const cue = (startSeconds: number, endSeconds: number, text = 'use code SAVE20'): object => ({
  startSeconds,
  endSeconds,
  text,
});

test('a review states where to look, what for, and what to record', () => {
  const answer = plan({ candidates: [{ url: VIDEO_URL, candidateId: 'c_1', transcriptCues: [cue(81.2, 84)] }] });

  expect(answer.reviews).toEqual([
    {
      candidateId: 'c_1',
      sourceVideoUrl: VIDEO_URL,
      windows: [{ suggestedSeekSeconds: 78, reviewWindowSeconds: 13, basis: 'caption_cue', url: `${VIDEO_URL}&t=78s` }],
      lookFor: ['sponsor_brand_logo', 'spoken_promo'],
      recordFields: ['status', 'proofKind', 'evidenceSource', 'observedPromoAtSeconds'],
      directProofReviewStatus: 'planned',
    },
  ]);
  expect(answer.nextAction).toEqual({ action: 'proof_run_harness' });
});

describe('windows', () => {
  test.each([
    ['shorter cues', [cue(81, 81.5)], [[78, 12, 'caption_cue']]],
    ['longer cues', [cue(81, 200)], [[78, 45, 'caption_cue']]],
    ['the very beginning', [cue(1, 3)], [[0, 12, 'caption_cue']]],
    ['overlapping cues are one', [cue(81, 84), cue(85, 88)], [[78, 17, 'caption_cue']]],
    ['the surest first, three at most', [cue(10, 12, 'save 20'), cue(100, 102), cue(200, 202), cue(300, 302)], [[97, 12, 'caption_cue'], [197, 12, 'caption_cue'], [297, 12, 'caption_cue']]],
    ['cues that say nothing of it do not count', [cue(81, 84, 'hello')], [[0, 60, 'default']]],
  ])('%s', (_what, transcriptCues, expected) => {
    expect(windows({ transcriptCues })).toEqual(expected);
  }); // prettier-ignore

  test.each([
    [{}, [[0, 60]]],
    [{ startSeconds: 75 }, [[75, 20], [0, 60]]],
    [{ startSeconds: 30 }, [[0, 60]]],
    [{ durationSeconds: 1_000 }, [[0, 60], [150, 20]]],
    [{ durationSeconds: 100 }, [[0, 60]]],
    [{ startSeconds: 400, durationSeconds: 1_000 }, [[400, 20], [0, 60], [150, 20]]],
  ])('without cues, of %j', (candidate, expected) => {
    expect(windows(candidate)).toEqual(expected.map((each) => [...each, 'default']));
  }); // prettier-ignore

  test('extracted cues apply to the candidate that they name, or to the only one', () => {
    const picked = { ...cue(500, 502), seekSeconds: 497 };

    expect(windows({}, [picked])).toEqual([[497, 12, 'caption_cue']]);
    expect(windows({ candidateId: 'c_1' }, [{ ...picked, candidateId: 'c_1' }])).toEqual([[497, 12, 'caption_cue']]);
    expect(windows({ candidateId: 'c_1' }, [{ ...picked, candidateId: 'c_2' }])).toEqual([[0, 60, 'default']]);
    expect(windows({}, [{ ...picked, startSeconds: null }])).toEqual([[0, 60, 'default']]);
  });
});

test('rows that are not candidates are skipped, with the reason', () => {
  expect(plan({ candidates: [{ url: 'https://x.com/a' }] })).toMatchObject({
    reviews: [],
    skipped: [{ reason: 'account_page' }],
  });
});
