import { expect, test } from '@jest/globals';
import { REQUEST, VIDEO_ID, VIDEO_URL } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

const plan = (fields: object): OutputOf<'plan_proof_capture'> =>
  runTool('plan_proof_capture', { ...REQUEST, ...fields });
const TIKTOK = 'https://www.tiktok.com/@creator/video/7450000000000000000';
const CUE = { startSeconds: 81.2, endSeconds: 84, text: 'use code SAVE20' };

test('a job is a call of the capture operation, at the second of the code', () => {
  const answer = plan({
    candidates: [{ url: `https://youtu.be/${VIDEO_ID}?t=9`, candidateId: 'c_1', transcriptCues: [CUE] }],
  });

  expect(answer.captureJobs).toEqual([
    {
      jobId: 'p1',
      candidateId: 'c_1',
      sourceUrl: VIDEO_URL,
      operation: 'screenshots.capture',
      arguments: { sourceUrl: VIDEO_URL, captureUrl: `${VIDEO_URL}&t=81s` },
      hintSource: 'none',
      mustShow: ['viewCount'],
      mayCreate: ['screenshot', 'shortLink'],
    },
  ]);
  expect(answer.nextAction).toEqual({ action: 'plan_direct_proof_review' });
});

test.each([
  [`https://youtu.be/${VIDEO_ID}?t=75`, `${VIDEO_URL}&t=75s`],
  ['https://www.twitch.tv/videos/1234567890?t=1h2m3s', 'https://www.twitch.tv/videos/1234567890?t=1h2m3s'],
  ['https://www.facebook.com/watch/?v=1234567890123&t=75', 'https://www.facebook.com/watch/?v=1234567890123&t=75'],
  [`${TIKTOK}?t=75`, undefined],
  [VIDEO_URL, undefined],
])('%s is captured at %s', (url, captureUrl) => {
  expect(plan({ candidates: [{ url }] }).captureJobs[0]?.arguments.captureUrl).toBe(captureUrl);
});

const clip = { x: 0, y: 0, width: 10, height: 10 };

test.each([
  [{}, undefined, {}, 'none'],
  [{ screenshotSelector: '#player', waitForSelector: 'h1' }, undefined, { selector: '#player', waitForSelector: 'h1' }, 'candidateCaptureHint'],
  [{ screenshotSelector: '#player', captureClip: clip }, undefined, { selector: '#player' }, 'candidateCaptureHint'],
  [{ captureClip: clip }, undefined, { clip }, 'candidateCaptureHint'],
  [{ screenshotSelector: '#player' }, 'main', { selector: 'main' }, 'selectorOverride'],
  [{ captureClip: clip }, 'main', { selector: 'main' }, 'selectorOverride'],
  [{ screenshotSelector: '#player' }, 'text=Views', { selector: '#player' }, 'candidateCaptureHint'],
  [{ screenshotSelector: 'xpath=//a' }, undefined, {}, 'none'],
])('captures hints %j with %j', (hint, selectorOverride, expected, hintSource) => {
  const [job] = plan({ candidates: [{ url: VIDEO_URL, ...hint }], selectorOverride }).captureJobs;

  expect(job).toMatchObject({ hintSource, arguments: { sourceUrl: VIDEO_URL, ...expected } });
  expect(Object.keys(job?.arguments ?? {})).toEqual(['sourceUrl', ...Object.keys(expected)]);
}); // prettier-ignore

test('a ranking determines the order, and its candidates the details', () => {
  const candidates = [{ url: VIDEO_URL, candidateId: 'c_1', screenshotSelector: 'h1' }, { url: TIKTOK, candidateId: 'c_2' }];
  const ranked = [
    { rank: 1, candidateId: 'c_2', canonicalUrl: TIKTOK, score: 9 },
    { rank: 2, candidateId: 'c_1', canonicalUrl: VIDEO_URL },
    { rank: 3, candidateId: 'c_3', canonicalUrl: 'https://x.com/a/status/1234567' },
    { rank: 4, candidateId: 'c_4', canonicalUrl: 'https://x.com/a' },
    { rank: 5, candidateId: 'c_1', canonicalUrl: VIDEO_URL },
  ];
  const { captureJobs, skipped } = plan({ candidates, ranked });

  expect(captureJobs.map(({ candidateId, arguments: { selector } }) => [candidateId, selector])).toEqual([
    ['c_2', undefined],
    ['c_1', 'h1'],
    ['c_3', undefined],
  ]);
  expect(skipped.map(({ candidateId, reason }) => [candidateId, reason])).toEqual([
    ['c_4', 'account_page'],
    ['c_1', 'duplicate_candidate'],
  ]);
}); // prettier-ignore

test('captures above the limit are left out, with the reason', () => {
  const candidates = Array.from({ length: 7 }, (_, index) => ({ url: `https://x.com/a/status/123456${index}` }));

  expect(plan({ candidates }).captureJobs).toHaveLength(5);
  expect(plan({ candidates, limit: 1 }).skipped.map(({ reason }) => reason)).toEqual(Array(6).fill('limit_reached'));
});
