import { describe, expect, test } from '@jest/globals';
import type { VerificationRow } from '../schemas/verification-row.js';
import {
  CANDIDATE,
  COMPLETE,
  DEAL_ID,
  OWN_VIDEO_ID,
  REQUEST,
  REVIEW,
  SCREENSHOT,
  SCREENSHOT_ID,
  VIDEO_ID,
  VIDEO_URL,
} from '../testing/evidence.js';
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
describe('dates', () => {
  test.each([
    ['2026-05-01', 'exact', 0],
    ['2026-05-02', 'adjacent', 1],
    ['2026-04-30', 'adjacent', -1],
    ['2026-05-03', 'window', 2],
    ['2026-04-28', 'window', -3],
    ['2026-05-05', 'mismatch', 4],
    ['2026-05-21T10:00:00+14:00', 'mismatch', 19],
    ['2026-05-22', 'unknown', null],
    ['3 weeks ago', 'approximate', null],
    ['2 days ago', 'mismatch', null],
    ['5 hours ago', 'mismatch', null],
    ['a while ago', 'unknown', null],
    ['', 'unknown', null],
  ])('%s: %s', (publishedText, dateConfidence, dateDeltaDays) => {
    expect(row({ candidates: [{ ...CANDIDATE, publishedText }] })).toMatchObject({ dateConfidence, dateDeltaDays });
  });

  test('within a range are exact', () => {
    const fields = { requestedDate: '2026-04-20', requestedDateTo: '2026-05-10' };

    expect(row(fields)).toMatchObject({ dateConfidence: 'exact', dateDeltaDays: 0 });
  });

  test('use the requested time zone', () => {
    const candidates = [{ ...CANDIDATE, publishedText: '2026-05-01T23:30:00Z' }];

    expect(row({ candidates, timeZone: 'Asia/Tokyo' }).dateDeltaDays).toBe(1);
    expect(row({ candidates, timeZone: 'America/New_York' }).dateDeltaDays).toBe(0);
  });

  test('with a mismatch close the gate unless it is accepted', () => {
    const candidates = [{ ...CANDIDATE, publishedText: '2026-05-10' }];

    expect(row({ candidates })).toMatchObject({ noWriteReason: 'date_mismatch', verifierStatus: 'needs_review' });
    expect(row({ candidates, acceptDateMismatch: true }).writeGate).toEqual(OPEN);
  });

  test('in the future are ignored, with a warning', () => {
    expect(codes(verify({ candidates: [{ ...CANDIDATE, publishedText: '2026-05-22' }] }))).toEqual(['date_in_future']);
  });

  test('of an incomplete request do not close the gate, and cause a warning', () => {
    const answer = verify({ promoCode: null, requestedDate: 'yesterday' });

    expect(codes(answer)).toEqual(['request_not_ready']);
    expect(answer.verificationRows[0]).toMatchObject({ dateConfidence: 'unknown', writeGate: OPEN });
  });
});

describe('existing rows', () => {
  const log = (checkedAt: string, value = 5) => ({
    id: 'log-1', dealId: DEAL_ID, dealName: 'A deal', promoCode: 'SAVE20', videoId: OWN_VIDEO_ID, videoUrl: `https://youtu.be/${VIDEO_ID}`,
    platform: 'youtube', value, checkedAt, sourceUrl: null, note: null, screenshot: null, loggedBy: { userId: DEAL_ID, name: 'A' },
  }); // prettier-ignore
  const imported = { dealId: DEAL_ID, name: 'A deal', promoCode: 'SAVE20', created: true, videos: [{ videoId: OWN_VIDEO_ID, url: VIDEO_URL, status: 'added' }] };
  const due = { dealId: DEAL_ID, videoId: OWN_VIDEO_ID, videoUrl: VIDEO_URL, postDate: '2026-05-01', logs: [log('2026-05-20T01:00:00.000Z')] };

  test.each([
    ['import', { priorViewLogs: [log('2026-05-19T10:00:00.000Z')] }, 'existing_view_log'],
    ['import', { priorImportRows: [imported] }, 'existing_import_row'],
    ['import', { priorImportRows: [{ id: OWN_VIDEO_ID, dealId: DEAL_ID, url: VIDEO_URL, canonicalKey: 'x' }] }, 'existing_import_row'],
    ['view_check', { priorViewLogs: [log('2026-05-20T01:00:00.000Z')] }, 'existing_view_log'],
    ['view_check', { priorImportRows: [due] }, 'existing_view_log'],
    ['view_check', { priorViewLogs: [log('2026-05-19T10:00:00.000Z')] }, 'new'],
    ['view_check', { priorImportRows: [imported] }, 'new'],
    ['view_check', { priorViewLogs: [log('2026-05-19T23:30:00.000Z')], timeZone: 'Asia/Tokyo' }, 'existing_view_log'],
    ['import', { priorViewLogs: [{ ...log('2026-05-19'), videoUrl: 'https://youtu.be/aaaaaaaaaaa' }] }, 'new'],
  ])('%s of %j: %s', (workflow, prior, rowClassification) => {
    const judged = row({ workflow, ...prior });

    expect(judged.rowClassification).toBe(rowClassification);
    expect(judged.noWriteReason).toBe(rowClassification === 'new' ? null : 'already_existing_row');
    expect(judged.verifierStatus).toBe(rowClassification === 'new' ? 'verified' : 'existing');
  });

  const proven = (checkedAt: string) => ({ ...log(checkedAt), screenshot: { screenshotId: SCREENSHOT_ID, shortId: 'k3Tq9ZbW1xPa', shareUrl: null, previewUrl: null } });
  const uploaded = { ...SCREENSHOT, capturedAt: null, createdAt: '2026-05-18T09:00:00.000Z' };

  test.each([
    ['an earlier day with a view log of that day', { asOf: '2026-05-21T05:00:00.000Z', priorViewLogs: [log('2026-05-20T09:05:00.000Z')] }, 'existing_view_log'],
    ['an earlier day without one, although today has one', { asOf: '2026-05-21T05:00:00.000Z', priorViewLogs: [log('2026-05-21T01:00:00.000Z')] }, 'new'],
    ['the same day in the requested time zone', { timeZone: 'Asia/Tokyo', asOf: '2026-05-21T05:00:00.000Z', priorViewLogs: [log('2026-05-19T23:30:00.000Z')] }, 'existing_view_log'],
    ['no known time, uploaded on a day with a view log', { proofScreenshots: [uploaded], priorViewLogs: [log('2026-05-18T20:00:00.000Z')] }, 'existing_view_log'],
    ['no known time, uploaded on another day', { proofScreenshots: [uploaded], priorViewLogs: [log('2026-05-20T01:00:00.000Z')] }, 'new'],
    ['no time at all, with a view log of today', { proofScreenshots: [{ ...SCREENSHOT, capturedAt: null }], priorViewLogs: [log('2026-05-20T01:00:00.000Z')] }, 'existing_view_log'],
    ['any time, which already proves a view log', { priorViewLogs: [proven('2026-05-02T10:00:00.000Z')] }, 'existing_view_log'],
    ['any time, which already proves a view log of the due view', { priorImportRows: [{ ...due, logs: [proven('2026-05-02T10:00:00.000Z')] }] }, 'existing_view_log'],
    ['any time, with a view log whose screenshot is hidden', { priorViewLogs: [{ ...log('2026-05-02T10:00:00.000Z'), screenshot: { screenshotId: null, redacted: true } }] }, 'new'],
  ])('a view check with a screenshot of %s', (_what, fields, rowClassification) => {
    const judged = row({ workflow: 'view_check', ...fields });

    expect(judged.rowClassification).toBe(rowClassification);
    expect(judged.noWriteReason).toBe(rowClassification === 'new' ? null : 'already_existing_row');
  });

  test('the view log that a view check would repeat is the match, although a newer one exists', () => {
    const priorViewLogs = [{ ...log('2026-05-21T01:00:00.000Z'), id: 'log-2' }, log('2026-05-20T09:05:00.000Z')];

    expect(row({ workflow: 'view_check', asOf: '2026-05-21T05:00:00.000Z', priorViewLogs }).existingMatch).toMatchObject({ id: 'log-1', ageDays: 1 });
  });

  test('a screenshot that does not say when it was taken causes a warning, because the view log is dated by it', () => {
    const answer = verify({ workflow: 'view_check', proofScreenshots: [uploaded] });

    expect(answer.warnings).toMatchObject([{ code: 'capture_time_unknown', path: 'proofScreenshots.0', message: expect.stringContaining('uploaded') }]);
    expect(codes(verify({ workflow: 'view_check' }))).toEqual([]);
    expect(codes(verify({ workflow: 'import', proofScreenshots: [uploaded] }))).toEqual([]);
  });

  test('the newest view log is the match, with its time', () => {
    const priorViewLogs = [log('2026-05-10T10:00:00.000Z'), { ...log('2026-05-18T10:00:00.000Z', 9), id: 'log-2' }];
    const judged = row({ workflow: 'view_check', priorViewLogs });

    expect(judged.existingMatch).toEqual({ kind: 'view_log', id: 'log-2', checkedAt: '2026-05-18T10:00:00.000Z', value: 9, ageDays: 2 });
    expect(judged.verificationLinks.at(-1)).toMatchObject({ kind: 'existing_row', url: '/api/deals/view-logs?scope=mine-and-shared&logId=log-2' });
  });

  test('a count below the last view log causes a warning, unless it may be the same', () => {
    const answer = (value: number) => verify({ workflow: 'view_check', priorViewLogs: [log('2026-05-19T10:00:00.000Z', value)] });

    expect(codes(answer(12_346))).toEqual(['view_count_decreased']);
    expect(codes(answer(12_345))).toEqual([]);
  });

  test('rows of other videos are reported as unmatched', () => {
    const priorViewLogs = [{ ...log('2026-05-19'), videoUrl: 'https://youtu.be/aaaaaaaaaaa' }, { ...log('2026-05-19'), videoUrl: null }];

    expect(verify({ priorViewLogs }).unmatchedPriorRows).toMatchObject([{ reason: 'no_candidate' }, { reason: 'source_unknown' }]);
  });
}); // prettier-ignore

describe('pages of other hosts', () => {
  const url = 'https://blog.creator.com/video';
  const fields = {
    workflow: 'view_check',
    candidates: [{ ...CANDIDATE, url, foundVia: 'explicit_url' }],
    proofScreenshots: [{ ...SCREENSHOT, sourceUrl: url }],
    directProofReviews: [{ ...REVIEW, sourceVideoUrl: url }],
  };

  test('do not open the gate by themselves', () => {
    expect(row(fields)).toMatchObject({
      noWriteReason: 'unsupported_platform',
      missingWriteRequirements: ['sourceVideoUrl'],
    });
  });

  test('open the gate if the product already has the page', () => {
    const priorImportRows = [{ dealId: DEAL_ID, videoId: OWN_VIDEO_ID, url: `${url}?utm_source=a` }];

    expect(row({ ...fields, priorImportRows }).writeGate).toEqual(OPEN);
  });

  test.each([
    ['https://vm.tiktok.com/abc', 'short_link_unresolved'],
    ['https://www.youtube.com/@creator', 'source_url_not_video'],
    ['http://127.0.0.1/', 'source_url_not_video'],
    ['nonsense', 'source_url_not_video'],
    ['', 'source_url_not_video'],
  ])('%s is not a video', (bad, reason) => {
    const judged = row({ candidates: [{ ...CANDIDATE, url: bad, foundVia: 'explicit_url' }] });

    expect(judged).toMatchObject({
      noWriteReason: reason,
      rowClassification: 'not_a_video',
      directProofReviewStatus: 'not_planned',
    });
  });
});

describe('rows of one video', () => {
  const bare = { url: `https://youtu.be/${VIDEO_ID}` };
  const short = { url: `https://www.youtube.com/shorts/${VIDEO_ID}`, caption: 'use code SAVE20' };

  test('become one row and its duplicates, with all evidence on that row', () => {
    const { sourceVideoUrl: _, ...directProof } = REVIEW;
    const { summary, verificationRows } = verify({
      candidates: [bare, { ...CANDIDATE, viewCount: null }, { ...short, directProof }],
      directProofReviews: [],
      proofScreenshots: [{ ...SCREENSHOT, detectedViews: null, viewCountText: '12.3K' }],
    });

    expect(summary).toEqual({ rows: 3, ready: 1, blocked: 2, existing: 0, duplicates: 2 });
    expect(verificationRows.map(({ rowClassification }) => rowClassification)).toEqual([
      'duplicate_candidate',
      'duplicate_candidate',
      'new',
    ]);
    expect(verificationRows[2]).toMatchObject({
      writeGate: OPEN,
      dateConfidence: 'exact',
      viewCount: { value: 12_300 },
    });
    expect(verificationRows[0]).toMatchObject({
      duplicateOf: 'r3',
      verifierStatus: 'duplicate',
      noWriteReason: 'duplicate_candidate',
    });
  });

  test('that are equally complete are represented by the likelier one, else the first', () => {
    const standing = (candidates: object[]) =>
      verify({ candidates }).verificationRows.findIndex(({ duplicateOf }) => duplicateOf === null);

    expect(standing([bare, short])).toBe(1);
    expect(standing([bare, bare])).toBe(0);
  });

  test('a count that proves something takes precedence over one that does not', () => {
    const grid = { ...CANDIDATE, viewCount: { value: 5, source: 'profile_grid' } };
    const fields = { proofScreenshots: [{ ...SCREENSHOT, detectedViews: null }], candidates: [grid, CANDIDATE] };

    expect(verify(fields).summary.ready).toBe(1);
  });

  test('with a rejection in any of them are rejected', () => {
    const rejecting = { ...bare, directProof: { status: 'rejected', reviewedAt: '2026-05-03' } };
    const reviews = [{ ...REVIEW, reviewedAt: '2026-05-02' }];

    expect(verify({ candidates: [CANDIDATE, rejecting], directProofReviews: reviews }).summary.ready).toBe(0);
  });
});

test('several reasons are listed in their order', () => {
  const { noWriteReason, writeGate } = row({
    candidates: [{ url: VIDEO_URL, publishedText: '2026-01-01' }],
    directProofReviews: [{ ...REVIEW, status: 'rejected' }],
    proofScreenshots: [{ ...SCREENSHOT, pending: true, detectedViews: null }],
    priorViewLogs: [{ id: 'a', videoUrl: VIDEO_URL, checkedAt: '2026-05-01' }],
    ...REQUEST,
  });

  expect(noWriteReason).toBe('already_existing_row');
  expect(writeGate.noWriteReasons).toEqual([
    'already_existing_row',
    'date_mismatch',
    'direct_proof_rejected',
    'screenshot_not_uploaded',
    'missing_view_count',
    'missing_observed_promo_at_seconds',
  ]);
});
