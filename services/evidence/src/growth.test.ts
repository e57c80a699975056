/** All actions take linear time. */
import { expect, test } from '@jest/globals';
import { findSuperlinear, growthOf } from '@svc/chassis/testing/growth';
import { runAction } from './actions/run-action.js';
import type { ActionInput } from './schemas/tool-input.js';
import { ACTIONS } from './schemas/vocabulary.js';
import { CANDIDATE, POINTING, REQUEST, REVIEW, SCREENSHOT } from './testing/evidence.js';
import { DEFAULTS } from './testing/run-tool.js';

test.each(ACTIONS)('%s takes time linear in its texts', async (action) => {
  const run = (text: string): unknown => runAction(action, hostileInput(text), DEFAULTS);

  expect(await findSuperlinear(run)).toEqual([]);
});

/** An input with the text in every text field, beyond the limits of input validation. */
function hostileInput(text: string): ActionInput {
  const row = {
    ...CANDIDATE, candidateId: text, url: text.slice(0, 16_384), title: text, caption: text, firstComment: { text, byAuthor: true, pinned: null },
    transcriptCues: [{ startSeconds: 1, endSeconds: 2, text }], viewCountText: text, publishedText: text, accountHandle: text,
    foundVia: 'explicit_url' as const, screenshotSelector: text,
  }; // prettier-ignore
  const said = { ...REVIEW, note: text, reviewedBy: text, reviewedAt: text, promoCode: text.slice(0, 64) };
  return {
    ...REQUEST, query: text, brand: { name: text, aliases: [text] }, account: { platform: null, handle: text, url: text.slice(0, 16_384) },
    candidates: [row, CANDIDATE], rows: [row], results: [{ url: row.url, title: text, snippet: text }], urls: [row.url],
    tracks: [{ format: 'auto', language: text, kind: text, body: text }], proofScreenshots: [{ ...SCREENSHOT, grade: text, capturedAt: text }],
    directProofReviews: [said], priorViewLogs: [{ id: text, videoUrl: row.url, checkedAt: text }], selectorOverride: text,
    ranked: [{ candidateId: text, canonicalUrl: row.url }], cues: [{ startSeconds: 1, endSeconds: 2, text }],
    dueViews: [{ videoUrl: row.url, postDate: text, promoCode: text }],
  } as unknown as ActionInput; // prettier-ignore
}

test('rows, screenshots, reviews and prior rows take time linear in their number', async () => {
  const harness = (size: number): unknown => {
    const urls = Array.from({ length: size }, (_, index) => `https://x.com/a/status/${1_000_000 + index}`);
    return runAction(
      'proof_run_harness',
      {
        ...REQUEST,
        candidates: urls.map((address) => ({ ...CANDIDATE, url: address, transcriptCues: POINTING.transcriptCues })),
        proofScreenshots: urls.map((sourceUrl) => ({ ...SCREENSHOT, sourceUrl })),
        directProofReviews: urls.map((sourceVideoUrl) => ({ ...REVIEW, sourceVideoUrl })),
        priorViewLogs: urls.map((videoUrl) => ({ id: 'a', videoUrl, checkedAt: '2026-05-01' })),
      } as unknown as ActionInput,
      DEFAULTS,
    );
  };

  expect(await growthOf(harness, 800)).toBeLessThan(24);
});
