/** The tool's specification, sentence by sentence. */
import { expect, test } from '@jest/globals';
import { runTool } from '@svc/evidence/testing/run-tool';
import { OPERATIONS } from '../registry/registry.js';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const OTHER = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const REQUEST = { requestedDate: '2026-05-01', promoCode: 'SAVE20' };

const CANDIDATE = { url: VIDEO, viewCount: 1_200, published: '2026-05-01', foundVia: 'explicit_url' } as const;
const REVIEW = {
  sourceVideoUrl: VIDEO,
  status: 'confirmed',
  proofKind: 'spoken_promo',
  evidenceSource: 'video_playback',
  observedPromoAtSeconds: 84.5,
} as const;
const SCREENSHOT = { screenshotId: 's1', shareUrl: 'https://go.example/s1', sourceUrl: VIDEO };
const PROVEN = { candidates: [CANDIDATE], directProofReviews: [REVIEW], proofScreenshots: [SCREENSHOT] };

function rowOf(fields: object) {
  const [row] = runTool('proof_run_harness', { ...REQUEST, ...PROVEN, ...fields }).verificationRows;
  return row;
}

test('Read-only proof-normalization tool.', () => {
  const tool = OPERATIONS.find(({ name }) => name === 'viewcheck_evidence');

  expect(tool).toMatchObject({ tier: 0, scope: 'svc.read', destructive: false });
  expect(runTool('workflow_report', { ...REQUEST, ...PROVEN })).toMatchObject({
    nextActions: [{ executed: false }],
    readOnly: true,
    liveWrites: false,
    persistentViewLogWrites: false,
  });
});

test('Actions, in the prescribed order: `plan_video_search`, `audit_browser_candidate_intake`, `extract_transcript_cues`, `rank_search_results` or `rank_candidates`, `plan_proof_capture`, `plan_direct_proof_review`, `proof_run_harness`, `workflow_report`.', () => {
  const candidates = { candidates: [CANDIDATE] };
  const answers = [
    runTool('plan_video_search', REQUEST),
    runTool('audit_browser_candidate_intake', { ...REQUEST, rows: [CANDIDATE] }),
    runTool('extract_transcript_cues', { ...REQUEST, tracks: [] }),
    runTool('rank_candidates', { ...REQUEST, ...candidates }),
    runTool('plan_proof_capture', { ...REQUEST, ...candidates }),
    runTool('plan_direct_proof_review', { ...REQUEST, ...candidates }),
    runTool('proof_run_harness', { ...REQUEST, ...PROVEN }),
    runTool('workflow_report', { ...REQUEST, ...PROVEN }),
  ];
  const instead = runTool('rank_search_results', { ...REQUEST, results: [{ url: VIDEO }] });

  const order = answers.map(({ action }) => action);
  expect(order).toEqual([
    'plan_video_search',
    'audit_browser_candidate_intake',
    'extract_transcript_cues',
    'rank_candidates',
    'plan_proof_capture',
    'plan_direct_proof_review',
    'proof_run_harness',
    'workflow_report',
  ]);
  expect(answers.map(({ nextAction }) => nextAction?.action)).toEqual([...order.slice(1), undefined]);
  expect(instead.nextAction).toEqual({ action: 'plan_proof_capture' });
});

test('`plan_video_search` returns `requestReadiness` (format `viewcheck-grillme-request-readiness-v1`) and `browserSearchTargets`.', () => {
  const answer = runTool('plan_video_search', { ...REQUEST, account: { platform: 'tiktok', handle: 'creator' } });

  expect(answer.requestReadiness).toMatchObject({ format: 'viewcheck-grillme-request-readiness-v1', ready: true });
  expect(answer.browserSearchTargets).toContainEqual(
    expect.objectContaining({ kind: 'account_page', url: 'https://www.tiktok.com/@creator' }),
  );
});

test.each([
  ['only a video', { urls: [VIDEO] }, ['requestedDate', 'anchor']],
  ['only a date', { requestedDate: '2026-05-01' }, ['anchor']],
  ['only a promo code', { promoCode: 'SAVE20' }, ['requestedDate']],
  ['no certain date', { requestedDate: 'yesterday', promoCode: 'SAVE20' }, ['requestedDate']],
])(
  'Readiness blocks a request until the known date plus a promo, query or account anchor are explicit; it returns missing fields, the operator question, ready command templates and the no-write boundary. (%s)',
  (_what, request, fields) => {
    const { requestReadiness, browserSearchTargets } = runTool('plan_video_search', request);

    expect(requestReadiness).toMatchObject({
      ready: false,
      status: 'blocked',
      operatorQuestion: expect.stringMatching(/\?$/),
      noWriteBoundary: { liveWrites: false, persistentViewLogWrites: false },
    });
    expect(requestReadiness.missingFields.map(({ field }) => field)).toEqual(fields);
    expect(requestReadiness.readyCommandTemplates.length).toBeGreaterThan(0);
    expect(browserSearchTargets).toEqual([]);
  },
);

test.each([
  ['promo', { promoCode: 'SAVE20' }],
  ['query', { query: 'acme launch' }],
  ['account', { account: { handle: '@creator' } }],
])('Readiness lets a request through with the known date plus a %s anchor', (_anchor, anchor) => {
  const { requestReadiness } = runTool('plan_video_search', { requestedDate: '2026-05-01', ...anchor });

  expect(requestReadiness).toMatchObject({ ready: true, status: 'ready', missingFields: [], operatorQuestion: null });
});

test('A `rankingInputTemplate` is filled per raw candidate.', () => {
  const { rankingInputTemplate } = runTool('plan_video_search', REQUEST);
  const filled = { ...rankingInputTemplate, url: VIDEO, viewCountText: '1.2M views' };

  const { ranked, excluded } = runTool('rank_candidates', { ...REQUEST, candidates: [filled] });

  expect([ranked.length, excluded]).toEqual([1, []]);
});

test('Transcript, caption or first-comment matches are ranking and navigation evidence only.', () => {
  const matches = {
    caption: 'Use code SAVE20',
    firstComment: { text: 'code SAVE20', byAuthor: true, pinned: true },
    transcriptCues: [{ startSeconds: 81, endSeconds: 84, text: 'use code save twenty' }],
  };
  const { ranked } = runTool('rank_candidates', { ...REQUEST, candidates: [{ ...CANDIDATE, ...matches }] });
  const row = rowOf({ candidates: [{ ...CANDIDATE, ...matches }], directProofReviews: [] });

  expect(ranked[0]).toMatchObject({ evidenceClass: 'navigation_only', promo: { score: 1 } });
  expect(row).toMatchObject({
    observedPromoAtSeconds: null,
    suggestedSeekSeconds: 78,
    writeGate: { state: 'blocked', missingRequirements: ['directProof', 'observedPromoAtSeconds'] },
  });
});

test('A persistent view-log write requires all of: direct sponsor-brand logo or spoken promo proof, source video URL, screenshot id or share URL, view count, `observedPromoAtSeconds`.', () => {
  const open = [
    {},
    { directProofReviews: [{ ...REVIEW, proofKind: 'sponsor_brand_logo' }] },
    { proofScreenshots: [{ ...SCREENSHOT, shareUrl: null }] },
    { proofScreenshots: [{ ...SCREENSHOT, screenshotId: null }] },
  ];
  const shut: readonly (readonly [string, object])[] = [
    ['directProof', { directProofReviews: [] }],
    ['sourceVideoUrl', { candidates: [{ ...CANDIDATE, url: null }] }],
    ['screenshot', { proofScreenshots: [] }],
    ['viewCount', { candidates: [{ ...CANDIDATE, viewCount: null }] }],
    ['observedPromoAtSeconds', { directProofReviews: [{ ...REVIEW, observedPromoAtSeconds: null }] }],
  ];

  expect(open.map((fields) => rowOf(fields)?.writeGate.state)).toEqual(open.map(() => 'ready_for_write_request'));
  for (const [requirement, fields] of shut) {
    expect(rowOf(fields)?.writeGate).toMatchObject({
      state: 'blocked',
      missingRequirements: expect.arrayContaining([requirement]),
    });
  }
});

test('Current captures are passed as `proofScreenshots`. Profile or grid screenshots are review evidence only unless their `sourceUrl` equals the canonical source video URL.', () => {
  const picture = (fields: object) => rowOf({ proofScreenshots: [{ ...SCREENSHOT, ...fields }] });

  expect(picture({})).toMatchObject({ screenshotId: 's1', screenshotEvidenceClass: 'direct_capture' });
  expect(picture({ kind: 'profile_grid', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' })).toMatchObject({
    screenshotEvidenceClass: 'direct_capture',
    writeGate: { state: 'ready_for_write_request' },
  });
  expect(picture({ kind: 'profile_grid', sourceUrl: 'https://www.youtube.com/@creator' })).toMatchObject({
    writeGate: { state: 'blocked', missingRequirements: ['screenshot'] },
  });
});

test('`proof_run_harness` classifies already-existing rows, duplicate candidates, date confidence, verifier status and no-write gates, from candidate rows, proof screenshots and prior view-log/import rows.', () => {
  const { verificationRows } = runTool('proof_run_harness', {
    ...REQUEST,
    ...PROVEN,
    candidates: [CANDIDATE, { ...CANDIDATE, url: 'https://youtu.be/dQw4w9WgXcQ' }, { ...CANDIDATE, url: OTHER }],
    priorViewLogs: [{ id: 'l1', videoUrl: OTHER, value: 900, checkedAt: '2026-05-10T10:00:00.000Z' }],
  });

  expect(verificationRows).toMatchObject([
    { rowClassification: 'new', dateConfidence: 'exact', verifierStatus: 'verified', noWriteReason: null },
    { rowClassification: 'duplicate_candidate', duplicateOf: 'r1', verifierStatus: 'duplicate' },
    {
      rowClassification: 'existing_view_log',
      existingMatch: { kind: 'view_log', id: 'l1', value: 900 },
      verifierStatus: 'existing',
      noWriteReason: 'already_existing_row',
    },
  ]);
});

test('Final report and readiness actions expose top-level `verificationRows` and `verificationLinks`, each keeping the source video URL next to its screenshot id/link and write-gate state.', () => {
  const report = runTool('workflow_report', { ...REQUEST, ...PROVEN });
  const kept = { sourceVideoUrl: VIDEO, screenshotId: 's1', screenshotLink: SCREENSHOT.shareUrl };

  expect(report.verificationRows).toMatchObject([{ ...kept, writeGate: { state: 'ready_for_write_request' } }]);
  expect(report.verificationLinks.length).toBeGreaterThan(1);
  for (const link of report.verificationLinks) {
    expect(link).toMatchObject({ ...kept, writeGateState: 'ready_for_write_request' });
  }
  expect(runTool('plan_video_search', REQUEST)).toMatchObject({ verificationRows: [], verificationLinks: [] });
});

test('The readiness catalog emits `nativeAutomationFormat: svc-native-automation-catalog-v1`.', () => {
  const { readinessCatalog } = runTool('plan_video_search', REQUEST);

  expect(readinessCatalog.nativeAutomationFormat).toBe('svc-native-automation-catalog-v1');
});

test('The primitives contract exposes separately `contextSearch`, `dueViews`, `viewLogs`, `urlShortLink`, `imageUploadShortLink`, `screenshotCapture`, with a three-row `verificationLinks` set.', () => {
  const { verificationLinks, ...primitives } = runTool('plan_video_search', REQUEST).primitivesContract;

  expect(Object.keys(primitives)).toEqual([
    'contextSearch',
    'dueViews',
    'viewLogs',
    'urlShortLink',
    'imageUploadShortLink',
    'screenshotCapture',
  ]);
  expect(verificationLinks).toHaveLength(3);
});
