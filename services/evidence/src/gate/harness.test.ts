import { describe, expect, test } from '@jest/globals';
import type { VerificationRow } from '../schemas/verification-row.js';
import { CANDIDATE, COMPLETE, REVIEW, SCREENSHOT, SCREENSHOT_ID, VIDEO_ID, VIDEO_URL } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

type Harness = OutputOf<'proof_run_harness'>;

const verify = (fields: object): Harness => runTool('proof_run_harness', { ...COMPLETE, ...fields });
const row = (fields: object): VerificationRow => {
  const [first] = verify(fields).verificationRows;
  if (!first) throw new Error('There is no row.');
  return first;
};
const codes = ({ warnings }: Harness): string[] => warnings.map(({ code }) => code);

const OPEN = { state: 'ready_for_write_request', missingRequirements: [], noWriteReasons: [] };
const GRID = { ...SCREENSHOT, kind: 'profile_grid' };

test('a complete candidate opens the gate, and its row contains all of its evidence', () => {
  const [link, ...links] = row({}).verificationLinks;

  expect(row({})).toMatchObject({
    rowId: 'r1',
    sourceVideoUrl: VIDEO_URL,
    canonicalKey: `youtube:${VIDEO_ID}`,
    screenshotId: SCREENSHOT_ID,
    screenshotLink: `/api/screenshots/${SCREENSHOT_ID}/image`,
    screenshotSourceUrl: VIDEO_URL,
    screenshotEvidenceClass: 'direct_capture',
    screenshotGrade: 'server_captured',
    viewCount: { value: 12_345 },
    directProofStatus: 'confirmed',
    directProofKind: 'spoken_promo',
    directProofSource: 'video_playback',
    directProofReviewStatus: 'confirmed',
    observedPromoAtSeconds: 84.5,
    dateConfidence: 'exact',
    dateDeltaDays: 0,
    rowClassification: 'new',
    existingMatch: null,
    duplicateOf: null,
    verifierStatus: 'verified',
    writeGate: OPEN,
    noWriteReason: null,
    missingWriteRequirements: [],
  });
  expect(link).toEqual({
    kind: 'source_video',
    label: 'Source video',
    url: VIDEO_URL,
    sourceVideoUrl: VIDEO_URL,
    screenshotId: SCREENSHOT_ID,
    screenshotLink: `/api/screenshots/${SCREENSHOT_ID}/image`,
    writeGateState: 'ready_for_write_request',
  });
  expect(links).toMatchObject([{ kind: 'screenshot' }, { kind: 'seek', url: `${VIDEO_URL}&t=84s` }]);
  expect(verify({})).toMatchObject({
    summary: { rows: 1, ready: 1, blocked: 0, existing: 0, duplicates: 0 },
    unmatchedScreenshots: [],
    unmatchedReviews: [],
    unmatchedPriorRows: [],
    warnings: [],
    nextAction: { action: 'workflow_report' },
  });
});

test('the proof may be part of the candidate', () => {
  const { sourceVideoUrl: _, ...directProof } = REVIEW;

  expect(row({ directProofReviews: [], candidates: [{ ...CANDIDATE, directProof }] }).writeGate).toEqual(OPEN);
});

describe('a missing requirement closes the gate and is named', () => {
  const { sourceUrl: _url, ...noSource } = SCREENSHOT;
  const { viewCount: _count, ...noCount } = CANDIDATE;
  const { detectedViews: _views, ...noViews } = SCREENSHOT;

  test.each([
    ['directProof', { directProofReviews: [] }, ['missing_direct_proof', 'missing_observed_promo_at_seconds'], ['directProof', 'observedPromoAtSeconds']],
    ['sourceVideoUrl', { candidates: [{ ...CANDIDATE, url: 'https://www.youtube.com/@creator' }] }, ['source_url_not_video'], ['directProof', 'sourceVideoUrl', 'screenshot', 'observedPromoAtSeconds']],
    ['screenshot', { proofScreenshots: [] }, ['missing_screenshot'], ['screenshot']],
    ['screenshot source', { proofScreenshots: [noSource] }, ['screenshot_source_mismatch'], ['screenshot']],
    ['viewCount', { candidates: [noCount], proofScreenshots: [noViews] }, ['missing_view_count'], ['viewCount']],
    ['observedPromoAtSeconds', { directProofReviews: [{ ...REVIEW, observedPromoAtSeconds: null }] }, ['missing_observed_promo_at_seconds'], ['observedPromoAtSeconds']],
  ])('%s', (_what, fields, reasons, missing) => {
    const { writeGate, noWriteReason, missingWriteRequirements } = row(fields);

    expect(writeGate).toMatchObject({ state: 'blocked', missingRequirements: missing });
    expect(writeGate.noWriteReasons).toEqual(expect.arrayContaining(reasons));
    expect(noWriteReason).toBe(reasons[0]);
    expect(missingWriteRequirements).toEqual(missing);
  });
}); // prettier-ignore

describe('the view count', () => {
  const { detectedViews: _, ...picture } = SCREENSHOT;

  test.each([
    [0, null],
    [-5, 'missing_view_count'],
    [1.5, 'missing_view_count'],
    ['many', 'missing_view_count'],
    ['1,2 mil', 'view_count_ambiguous'],
    ['1.2M views', null],
    ['No views', null],
    [{ value: 5, source: 'profile_grid' }, 'view_count_review_only'],
    [{ value: 5, source: 'search_result' }, 'view_count_review_only'],
    [{ value: 5, source: 'image_text' }, null],
    [null, 'missing_view_count'],
  ])('%j: %s', (viewCount, reason) => {
    expect(row({ candidates: [{ ...CANDIDATE, viewCount }], proofScreenshots: [picture] }).noWriteReason).toBe(reason);
  });

  test("of the newest picture of the video with a count takes precedence over the candidate's", () => {
    const pictures = [
      { ...SCREENSHOT, screenshotId: 'newest', capturedAt: '2026-05-20T09:30:00.000Z', detectedViews: null },
      { ...SCREENSHOT, screenshotId: 'new', capturedAt: '2026-05-20T09:10:00.000Z', viewCountText: '12.4K' },
      SCREENSHOT,
      { ...SCREENSHOT, screenshotId: 'other', sourceUrl: 'https://youtu.be/aaaaaaaaaaa', detectedViews: 7 },
    ];

    expect(row({ proofScreenshots: pictures })).toMatchObject({
      screenshotId: 'newest',
      viewCount: { value: 12_400, source: 'image_text', rangeMin: 12_350 },
    });
  });

  test('of a picture of the grid is accepted if its source is the video', () => {
    expect(row({ proofScreenshots: [GRID], candidates: [{ ...CANDIDATE, viewCount: null }] }).writeGate).toEqual(OPEN);
  });

  test('that differs between picture and candidate causes a warning with both', () => {
    const { warnings, verificationRows } = verify({ candidates: [{ ...CANDIDATE, viewCount: 99 }] });

    expect(warnings).toMatchObject([
      { code: 'view_count_conflict', message: 'The picture says 12345 and the candidate 99.' },
    ]);
    expect(verificationRows[0]?.viewCount?.value).toBe(12_345);
  });

  test.each([
    [{ conflict: true, metadataViews: 99 }, 'view_count_conflict'],
    [{ inCapture: false }, 'view_count_not_in_capture'],
  ])('of a captured record with %j is used, with a warning', (detectedViewsDetail, code) => {
    const answer = verify({ proofScreenshots: [{ ...SCREENSHOT, detectedViewsDetail }] });

    expect(codes(answer)).toEqual([code]);
    expect(answer.verificationRows[0]).toMatchObject({ viewCount: { value: 12_345 }, writeGate: OPEN });
  });
});

describe('the observed second', () => {
  test.each([
    [0, null],
    [84.5, null],
    [601, null],
    [-1, 'observed_seconds_out_of_range'],
    [602, 'observed_seconds_out_of_range'],
    [86_401, 'observed_seconds_out_of_range'],
    [null, 'missing_observed_promo_at_seconds'],
  ])('%j: %s', (observedPromoAtSeconds, reason) => {
    expect(row({ directProofReviews: [{ ...REVIEW, observedPromoAtSeconds }] }).noWriteReason).toBe(reason);
  });

  test('is never only a suggested one', () => {
    const transcriptCues = [{ startSeconds: 84, endSeconds: 86, text: 'use code SAVE20' }];
    const judged = row({
      candidates: [{ ...CANDIDATE, transcriptCues, startSeconds: 84 }],
      directProofReviews: [{ ...REVIEW, observedPromoAtSeconds: null }],
    });

    expect(judged).toMatchObject({
      suggestedSeekSeconds: 81,
      reviewWindowSeconds: 12,
      observedPromoAtSeconds: null,
      noWriteReason: 'missing_observed_promo_at_seconds',
      verifierStatus: 'needs_review',
    });
  });

  test('in a video of unknown length must be within a day', () => {
    const candidates = [{ ...CANDIDATE, durationSeconds: null }];

    expect(row({ candidates, directProofReviews: [{ ...REVIEW, observedPromoAtSeconds: 86_400 }] }).writeGate).toEqual(
      OPEN,
    );
  });
});

describe('direct proof', () => {
  test.each([
    ['spoken_promo', 'video_playback', 'confirmed'],
    ['sponsor_brand_logo', 'video_playback', 'confirmed'],
    ['sponsor_brand_logo', 'video_frame_screenshot', 'confirmed'],
    ['spoken_promo', 'video_frame_screenshot', 'not_direct'],
    ['spoken_promo', 'caption_track', 'not_direct'],
    ['spoken_promo', 'transcript', 'not_direct'],
    ['spoken_promo', 'first_comment', 'not_direct'],
    ['spoken_promo', 'description', 'not_direct'],
    ['sponsor_brand_logo', 'metadata', 'not_direct'],
    ['sponsor_brand_logo', 'profile_grid', 'not_direct'],
    [null, 'video_playback', 'not_direct'],
    ['spoken_promo', null, 'not_direct'],
  ])('%s from %s is %s', (proofKind, evidenceSource, status) => {
    const judged = row({ directProofReviews: [{ ...REVIEW, proofKind, evidenceSource }] });

    expect(judged.directProofStatus).toBe(status);
    expect(judged.noWriteReason).toBe(status === 'confirmed' ? null : 'proof_not_direct');
  });

  const rejected = { ...REVIEW, status: 'rejected' };

  test.each([
    ['rejected later', [REVIEW, rejected], 'rejected'],
    ['confirmed later', [rejected, REVIEW], 'confirmed'],
    ['rejected at a later time', [{ ...rejected, reviewedAt: '2026-05-03' }, { ...REVIEW, reviewedAt: '2026-05-02T10:00:00Z' }], 'rejected'],
    ['confirmed at a later time', [{ ...REVIEW, reviewedAt: '2026-05-03' }, { ...rejected, reviewedAt: '2026-05-02' }], 'confirmed'],
    ['rejected at no time', [{ ...rejected, reviewedAt: 'once' }, { ...REVIEW, reviewedAt: '2026-05-02' }], 'rejected'],
    ['only inconclusive', [{ ...REVIEW, status: 'inconclusive' }], 'inconclusive'],
    ['confirmed by a caption after a rejection', [rejected, { ...REVIEW, evidenceSource: 'caption_track' }], 'rejected'],
    ['confirmed by a caption after a direct one', [REVIEW, { ...REVIEW, evidenceSource: 'caption_track', observedPromoAtSeconds: 3 }], 'confirmed'],
    ['of another video', [{ ...REVIEW, sourceVideoUrl: 'https://youtu.be/aaaaaaaaaaa' }], 'missing'],
    ['of the same video in another spelling', [{ ...REVIEW, sourceVideoUrl: `youtu.be/${VIDEO_ID}?t=9` }], 'confirmed'],
    ['without status', [{ ...REVIEW, status: null }], 'missing'],
  ])('%s', (_when, directProofReviews, status) => {
    const judged = row({ directProofReviews });

    expect(judged.directProofStatus).toBe(status);
    expect(judged.writeGate.state).toBe(status === 'confirmed' ? 'ready_for_write_request' : 'blocked');
  }); // prettier-ignore

  test('with another code is a conflict', () => {
    expect(row({ directProofReviews: [{ ...REVIEW, promoCode: 'NORD50' }] }).noWriteReason).toBe('promo_conflict');
    expect(row({ directProofReviews: [{ ...REVIEW, promoCode: 'save-20' }] }).writeGate).toEqual(OPEN);
  });

  test('of another video in the candidate proves nothing, and causes a warning', () => {
    const directProof = { ...REVIEW, sourceVideoUrl: 'https://youtu.be/aaaaaaaaaaa' };
    const answer = verify({ directProofReviews: [], candidates: [{ ...CANDIDATE, directProof }] });

    expect(codes(answer)).toEqual(['direct_proof_of_other_video']);
    expect(answer.verificationRows[0]?.noWriteReason).toBe('missing_direct_proof');
  });
});

describe('screenshots', () => {
  const other = { ...SCREENSHOT, kind: 'video_page', sourceUrl: 'https://youtu.be/aaaaaaaaaaa' };
  const { sourceUrl: _, ...unsourced } = SCREENSHOT;

  test.each([
    ['a grid of the video in another spelling', { ...GRID, sourceUrl: `https://youtu.be/${VIDEO_ID}?si=x` }, 'direct_capture', null],
    ['a page of another video', other, 'review_only', 'screenshot_source_mismatch'],
    ['without a source', unsourced, 'review_only', 'screenshot_source_mismatch'],
    ['pending', { ...SCREENSHOT, pending: true }, 'direct_capture', 'screenshot_not_uploaded'],
    ['not uploaded', { ...SCREENSHOT, uploaded: false }, 'direct_capture', 'screenshot_not_uploaded'],
    ['deleted', { ...SCREENSHOT, status: 'deleted' }, 'direct_capture', 'screenshot_not_uploaded'],
    ['only a share URL', { sourceUrl: VIDEO_URL, shareUrl: 'https://s.example.com/a', detectedViews: 12_345 }, 'direct_capture', null],
  ])('%s', (_what, screenshot, evidenceClass, reason) => {
    expect(row({ proofScreenshots: [screenshot] })).toMatchObject({
      screenshotEvidenceClass: evidenceClass,
      noWriteReason: reason,
    });
  }); // prettier-ignore

  test('without a row are reported, with the reason', () => {
    expect(verify({ proofScreenshots: [SCREENSHOT, other, unsourced] }).unmatchedScreenshots).toMatchObject([
      { index: 1, reason: 'no_candidate' },
      { index: 2, reason: 'source_unknown' },
    ]);
  });

  test('without id and share URL are ignored', () => {
    const answer = verify({ proofScreenshots: [{ sourceUrl: VIDEO_URL, shareUrl: 'javascript:alert(1)' }] });

    expect(codes(answer)).toEqual(['screenshot_without_id']);
    expect(answer.verificationRows[0]?.noWriteReason).toBe('missing_screenshot');
  });

  test("of an account's page are only for review in the rows of the account", () => {
    const candidates = ['1', '2'].map((id) => ({
      url: `https://www.tiktok.com/@creator/video/745000000000000000${id}`,
    }));
    const grid = { ...GRID, sourceUrl: 'https://www.tiktok.com/@Creator' };

    expect(verify({ candidates, proofScreenshots: [grid] }).verificationRows).toMatchObject([
      { screenshotEvidenceClass: 'review_only' },
      { screenshotEvidenceClass: 'review_only' },
    ]);
  });
});
