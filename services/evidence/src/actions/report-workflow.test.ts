import { describe, expect, test } from '@jest/globals';
import {
  CANDIDATE,
  COMPLETE,
  DEAL_ID,
  OWN_VIDEO_ID,
  REQUEST,
  REVIEW,
  SCREENSHOT,
  SCREENSHOT_ID,
  VIDEO_URL,
} from '../testing/evidence.js';
import { AS_OF, type OutputOf, runTool } from '../testing/run-tool.js';

type Report = OutputOf<'workflow_report'>;

const report = (fields: object): Report => runTool('workflow_report', { ...COMPLETE, ...fields });
const again = (rows: object[], fields: object = {}): Report =>
  runTool('workflow_report', { ...REQUEST, verificationRows: rows, ...fields });

describe('the calls that would be made', () => {
  test('for an import: one for each day, with one collection for each code', () => {
    const url = (id: string): string => `https://x.com/i/status/${id}`;
    const rows = [
      { id: '1234561', date: '2026-05-01', code: null },
      { id: '1234562', date: '2026-05-01', code: 'save20' },
      { id: '1234563', date: '2026-05-02', code: null },
      { id: '1234564', date: null, code: null },
    ];
    const { nextActions } = report({
      candidates: rows.map(({ id, date }) => ({ url: url(id), publishedText: date, viewCount: 5 })),
      proofScreenshots: rows.map(({ id }) => ({ ...SCREENSHOT, sourceUrl: url(id) })),
      directProofReviews: rows.map(({ id, code }) => ({ ...REVIEW, sourceVideoUrl: url(id), promoCode: code })),
    });

    expect(nextActions).toEqual([
      {
        operation: 'deals.bulk_add_view_checks',
        arguments: {
          postDate: '2026-05-01',
          collections: [
            { urls: [url('1234561'), url('1234564')], promoCode: 'SAVE20' },
            { urls: [url('1234562')], promoCode: 'save20' },
          ],
        },
        rowIds: ['r1', 'r2', 'r4'],
        missingArguments: [],
        executed: false,
      },
      {
        operation: 'deals.bulk_add_view_checks',
        arguments: { postDate: '2026-05-02', collections: [{ urls: [url('1234563')], promoCode: 'SAVE20' }] },
        rowIds: ['r3'],
        missingArguments: [],
        executed: false,
      },
    ]);
  });

  test('for an import without a known day and code: those are listed as missing', () => {
    expect(
      report({ requestedDate: '', promoCode: '', candidates: [{ ...CANDIDATE, publishedText: '' }] }).nextActions,
    ).toMatchObject([
      {
        arguments: { collections: [{ urls: [VIDEO_URL] }] },
        missingArguments: ['postDate', 'collections.0.promoCode'],
      },
    ]);
  });

  test('for a view check: the view log, with deal and video from the rows of an import', () => {
    const imported = { dealId: DEAL_ID, name: 'A deal', promoCode: 'SAVE20', created: true, videos: [{ videoId: OWN_VIDEO_ID, url: VIDEO_URL, status: 'added' }] };

    expect(report({ workflow: 'view_check', priorImportRows: [imported] }).nextActions).toEqual([
      {
        operation: 'deals.add_view_log',
        arguments: {
          dealId: DEAL_ID,
          videoId: OWN_VIDEO_ID,
          value: 12_345,
          checkedAt: SCREENSHOT.capturedAt,
          sourceUrl: VIDEO_URL,
          screenshotId: SCREENSHOT_ID,
          observedPromoAtSeconds: 84.5,
        },
        rowIds: ['r1'],
        missingArguments: [],
        executed: false,
      },
    ]);
  }); // prettier-ignore

  test('for a view check: the view log is dated by the capture, else by the upload, else by now', () => {
    const dated = (times: object): unknown =>
      report({ workflow: 'view_check', proofScreenshots: [{ ...SCREENSHOT, ...times }] }).nextActions[0]?.arguments[
        'checkedAt'
      ];
    const createdAt = '2026-05-18T09:00:00.000Z';

    expect(dated({ createdAt })).toBe(SCREENSHOT.capturedAt);
    expect(dated({ capturedAt: null, createdAt })).toBe(createdAt);
    expect(dated({ capturedAt: 'yesterday', createdAt })).toBe(createdAt);
    expect(dated({ capturedAt: null })).toBe(AS_OF);
  });

  test('for a view check of an unknown video: the missing values', () => {
    const { screenshotId: _, capturedAt: __, ...shared } = { ...SCREENSHOT, shareUrl: 'https://s.example.com/a' };

    expect(report({ workflow: 'view_check', proofScreenshots: [shared] }).nextActions).toMatchObject([
      { arguments: { checkedAt: AS_OF }, missingArguments: ['dealId', 'videoId', 'screenshotId'] },
    ]);
  });

  test('are none while a gate is closed', () => {
    expect(report({ directProofReviews: [] }).nextActions).toEqual([]);
  });
});

describe('rows of an earlier answer are judged again', () => {
  const [row] = report({}).verificationRows;

  test('with the same result when nothing has changed', () => {
    expect(again([row ?? {}]).verificationRows).toMatchObject([
      {
        sourceVideoUrl: VIDEO_URL,
        writeGate: { state: 'ready_for_write_request' },
        viewCount: { value: 12_345 },
        dateConfidence: 'exact',
      },
    ]);
    expect(again([row ?? {}]).nextActions).toEqual(report({}).nextActions);
  });

  test.each([
    ['as stated', { suggestedSeekSeconds: 75, reviewWindowSeconds: 20 }, [75, 20]],
    ['at the start', { suggestedSeekSeconds: 0, reviewWindowSeconds: 12 }, [0, 12]],
    ['the default, for no second', { suggestedSeekSeconds: null, reviewWindowSeconds: 20 }, [0, 60]],
    ['the default, for a negative second', { suggestedSeekSeconds: -1, reviewWindowSeconds: 20 }, [0, 60]],
    ['the default, for half a second', { suggestedSeekSeconds: 7.5, reviewWindowSeconds: 20 }, [0, 60]],
    ['the default, for a second after a day', { suggestedSeekSeconds: 86_401, reviewWindowSeconds: 20 }, [0, 60]],
    ['the default, for no length', { suggestedSeekSeconds: 75, reviewWindowSeconds: 0 }, [0, 60]],
  ])('with the part of the video to review: %s', (_what, stated, window) => {
    const [judged] = again([{ ...row, ...stated }]).verificationRows;

    expect([judged?.suggestedSeekSeconds, judged?.reviewWindowSeconds]).toEqual(window);
  });

  test('with the part to review that captions suggested, also for the row of a duplicate', () => {
    const transcriptCues = [{ startSeconds: 84, endSeconds: 86, text: 'use code SAVE20' }];
    const { verificationRows } = report({ candidates: [{ ...CANDIDATE, transcriptCues }], directProofReviews: [] });
    const repeated = again([{ sourceVideoUrl: VIDEO_URL }, ...verificationRows]).verificationRows;

    expect(again(verificationRows).verificationRows).toMatchObject([
      { suggestedSeekSeconds: 81, reviewWindowSeconds: 12, observedPromoAtSeconds: null },
    ]);
    expect(repeated.find(({ duplicateOf }) => duplicateOf === null)).toMatchObject({ suggestedSeekSeconds: 81 });
  });

  test('a suggested second of a page that is no video is dropped', () => {
    const stated = {
      sourceVideoUrl: 'https://www.youtube.com/@creator',
      suggestedSeekSeconds: 75,
      reviewWindowSeconds: 20,
    };

    expect(again([stated]).verificationRows).toMatchObject([{ suggestedSeekSeconds: null, reviewWindowSeconds: null }]);
  });

  test('with the same date of the view log, although the screenshot only says when it was uploaded', () => {
    const fields = {
      workflow: 'view_check',
      proofScreenshots: [{ ...SCREENSHOT, capturedAt: null, createdAt: '2026-05-18T09:00:00.000Z' }],
    };
    const { verificationRows, nextActions } = report(fields);

    expect(again(verificationRows, { workflow: 'view_check' }).nextActions).toEqual(nextActions);
  });

  const [shut] = report({ directProofReviews: [] }).verificationRows;
  const open = { state: 'ready_for_write_request', missingRequirements: [], noWriteReasons: [] };

  test.each([
    ['a forged state', { ...shut, writeGate: open, noWriteReason: null, missingWriteRequirements: [], verifierStatus: 'verified' }, 'missing_direct_proof'],
    ['a forged class of the picture', { ...row, screenshotSourceUrl: 'https://youtu.be/aaaaaaaaaaa', screenshotEvidenceClass: 'direct_capture' }, 'screenshot_source_mismatch'],
    ['a picture without a source', { ...row, screenshotSourceUrl: null }, 'screenshot_source_mismatch'],
    ['a forged key', { ...row, sourceVideoUrl: 'https://youtu.be/aaaaaaaaaaa' }, 'screenshot_source_mismatch'],
    ['a forged status of the proof', { ...row, directProofSource: 'caption_track' }, 'proof_not_direct'],
    ['no second', { ...row, observedPromoAtSeconds: null }, 'missing_observed_promo_at_seconds'],
    ['a count of the grid', { ...row, viewCount: { value: 5, source: 'profile_grid' } }, 'view_count_review_only'],
    ['another day', { ...row, published: { date: '2026-01-01', source: 'app_state' } }, 'date_mismatch'],
    ['what it says against itself', { ...row, rowClassification: 'existing_view_log' }, 'already_existing_row'],
    ['one reason', { ...row, noWriteReason: 'promo_conflict' }, 'promo_conflict'],
    ['reasons', { ...row, writeGate: { state: 'blocked', noWriteReasons: ['date_mismatch', 'unheard_of'] } }, 'date_mismatch'],
    ['a rejection', { ...row, directProofStatus: 'rejected' }, 'direct_proof_rejected'],
    ['proof that points only', { ...row, directProofStatus: 'not_direct' }, 'proof_not_direct'],
  ])('%s: %s', (_what, stated, reason) => {
    const answer = again([stated]);

    expect(answer.verificationRows).toMatchObject([{ noWriteReason: reason, writeGate: { state: 'blocked' } }]);
    expect(answer.nextActions).toEqual([]);
  }); // prettier-ignore

  test('with additional evidence', () => {
    const rejection = { ...REVIEW, status: 'rejected', reviewedAt: '2026-05-03' };

    expect(again([row ?? {}], { directProofReviews: [rejection] }).summary.ready).toBe(0);
    expect(again([row ?? {}], { priorViewLogs: [{ id: 'a', videoUrl: VIDEO_URL }] }).summary.existing).toBe(1);
  });

  test('once per video', () => {
    expect(again([row ?? {}, row ?? {}]).summary).toMatchObject({ ready: 1, duplicates: 1 });
  });
});

describe('the report', () => {
  test('states what is proven, what is missing and that nothing was written', () => {
    const { report: { title, markdown, counts }, verificationLinks, nextAction } = report({ candidates: [CANDIDATE, { url: 'https://x.com/a' }] });

    expect(title).toBe('View check evidence');
    expect(markdown).toContain('Nothing was written.');
    expect(markdown).toContain('## r1: ready');
    expect(markdown).toContain('## r2: blocked');
    expect(markdown).toContain('- Reasons: source\\_url\\_not\\_video');
    expect(counts).toEqual({ rows: 2, ready: 1, blocked: 1, existing: 0, duplicates: 0 });
    expect(verificationLinks[0]).toMatchObject({ sourceVideoUrl: VIDEO_URL, screenshotId: SCREENSHOT_ID, writeGateState: 'ready_for_write_request' });
    expect(nextAction).toBeNull();
  }); // prettier-ignore

  test.each([
    '<script>alert(1)</script>',
    '[click](javascript:alert(1))',
    '![x](https://evil.example/x.png)',
    '\u202egnp.exe',
    '# heading\n- item\n> quote',
    '| a | b |',
    'https://evil.example/',
    '`code` **bold** ~~x~~ &lt;b&gt;',
    "'; rm -rf ~; echo $(id)",
  ])('contains %j as plain text', (hostile) => {
    const { markdown } = report({
      query: hostile,
      promoCodes: ['SAVE20', hostile.slice(0, 60)],
      brand: { name: hostile },
      account: { platform: 'x', handle: 'creator' },
      candidates: [{ ...CANDIDATE, title: hostile, caption: hostile, viewCount: { value: null, reason: hostile } }],
      proofScreenshots: [{ ...SCREENSHOT, screenshotId: hostile, detectedViews: null }],
      directProofReviews: [{ ...REVIEW, note: hostile, reviewedBy: hostile }],
    }).report;
    const unescaped = markdown.replaceAll(/\\[!-/:-@[-`{-~]/g, '');

    expect(unescaped).not.toMatch(/[<>[\]`*~|\u202e]|!\[|javascript:|evil\.example/);
    expect(unescaped.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# View check evidence',
      '## r1: blocked',
    ]);
  });

  test('takes at most 20 KiB, even with many rows', () => {
    const candidates = Array.from({ length: 200 }, (_, index) => ({
      url: `https://x.com/a/status/1234${index}${'0'.repeat(8)}`,
    }));
    const proofScreenshots = candidates.map(({ url }) => ({
      ...SCREENSHOT,
      screenshotId: '😀'.repeat(100),
      sourceUrl: url,
    }));
    const { markdown } = report({ candidates, proofScreenshots }).report;

    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(20_480);
    expect(markdown).toMatch(/\n\d+ more rows are in `verificationRows`\.\n$/);
  });
});
