import { describe, expect, test } from '@jest/globals';
import { AppError } from '@svc/chassis/errors/app-error';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import { fieldsThatClearOddly, poorErrorTexts, untrimmedFields } from '@svc/chassis/testing/input-rules';
import { z } from 'zod';
import { EvidenceInput, FIELDS_OF_ACTIONS } from './tool-input.js';
import { ACTIONS } from './vocabulary.js';

const TOOL = [{ name: 'viewcheck_evidence', input: EvidenceInput }];

/** A valid value for each field of the actions. */
const VALUES: Readonly<Record<string, unknown>> = {
  dueViews: [], urls: [], platforms: [], rows: [], candidateId: 'c', tracks: [], maxCues: 1, results: [], candidates: [], ranked: [],
  limit: 1, selectorOverride: 'h1', cues: [], workflow: 'import', proofScreenshots: [], directProofReviews: [], priorViewLogs: [],
  priorImportRows: [], acceptDateMismatch: true, verificationRows: [],
}; // prettier-ignore

const many = (count: number, row: object = {}): object[] => Array.from({ length: count }, () => row);

function refusal(input: object): { path: string; message: string }[] {
  try {
    parseInput(EvidenceInput, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ path, message }) => ({ path, message }));
  }
}

test('an unknown action lists the nine', () => {
  const [detail] = refusal({ action: 'write_view_log' });

  expect(detail?.path).toBe('action');
  expect(ACTIONS).toHaveLength(9);
  for (const action of ACTIONS) expect(detail?.message).toContain(`\`${action}\``);
});

test.each(ACTIONS)('%s refuses each field of the other actions with its path, and accepts its own', (action) => {
  const { takes, needs } = FIELDS_OF_ACTIONS[action];
  const [needed] = needs;
  const needful = needed === undefined ? {} : { [needed]: [] };
  const refused = Object.keys(VALUES).filter(
    (field) => refusal({ action, ...needful, [field]: VALUES[field] })[0]?.path === field,
  );
  const foreign = Object.keys(VALUES).filter((field) => !(takes as readonly string[]).includes(field));

  expect(refused.filter((field) => field !== 'verificationRows')).toEqual(
    foreign.filter((field) => field !== 'verificationRows'),
  );
});

test('a field of other actions is refused with their names', () => {
  const [detail] = refusal({ action: 'plan_video_search', acceptDateMismatch: true });

  expect(detail?.message).toBe(
    '`acceptDateMismatch` is for proof_run_harness and workflow_report, not for plan_video_search. Leave it out.',
  );
});

test.each([
  [{ action: 'rank_candidates', candidates: [], anything: 1 }, 'anything'],
  [{ action: 'rank_candidates' }, 'candidates'],
  [{ action: 'extract_transcript_cues' }, 'tracks'],
  [{ action: 'workflow_report' }, 'candidates'],
  [{ action: 'workflow_report', candidates: [], verificationRows: [] }, 'verificationRows'],
  [{ action: 'rank_candidates', candidates: [{ captions: 'a' }] }, 'candidates.0.captions'],
  [{ action: 'rank_candidates', candidates: [{ caption: 'a\0' }] }, 'candidates.0.caption'],
  [{ action: 'rank_candidates', candidates: [{ caption: '\ud800' }] }, 'candidates.0.caption'],
  [{ action: 'rank_candidates', candidates: [{ title: 5 }] }, 'candidates.0.title'],
  [{ action: 'rank_candidates', candidates: [{ durationSeconds: '5' }] }, 'candidates.0.durationSeconds'],
  [{ action: 'rank_candidates', candidates: many(201) }, 'candidates'],
  [{ action: 'proof_run_harness', candidates: [], proofScreenshots: many(201) }, 'proofScreenshots'],
  [{ action: 'proof_run_harness', candidates: [], priorViewLogs: many(501) }, 'priorViewLogs'],
  [{ action: 'rank_candidates', candidates: many(11, { transcriptCues: many(200) }) }, 'candidates'],
  [{ action: 'extract_transcript_cues', tracks: many(2, { body: 'a'.repeat(2_000_000) }) }, 'tracks'],
  [{ action: 'plan_video_search', promoCode: 'a'.repeat(65) }, 'promoCode'],
  [{ action: 'plan_video_search', timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ action: 'plan_video_search', asOf: 'now' }, 'asOf'],
])('%#: is refused at its path', (input, path) => {
  expect(refusal(input)[0]?.path).toBe(path);
});

describe('empty values in templates count as absent', () => {
  test.each([
    { candidates: [{ url: '', title: '', firstComment: { text: '', byAuthor: null, pinned: null }, foundVia: '' }] },
    { candidates: [{ viewCount: null, published: null, transcriptCues: null, directProof: null }] },
    { candidates: [{ viewCount: '', published: '', accountHandle: '' }], requestedDate: '', promoCodes: [''] },
    { candidates: [], account: { platform: '', handle: '', url: '' }, brand: { name: '', aliases: [] } },
  ])('%#', (fields) => {
    expect(refusal({ action: 'rank_candidates', ...fields })).toEqual([]);
  });
});

test('a long text of a page is accepted, and an invalid selector is judged later', () => {
  const row = { title: 'a'.repeat(100_000), screenshotSelector: 'text=Views', url: 'x'.repeat(5_000) };

  expect(refusal({ action: 'rank_candidates', candidates: [row] })).toEqual([]);
});

test('texts are trimmed, except track bodies, and an empty one means null where null is allowed', () => {
  expect(untrimmedFields(TOOL)).toEqual(['viewcheck_evidence.tracks.body']);
  expect(fieldsThatClearOddly(TOOL)).toEqual([]);
});

test('every error is a sentence that names the field', () => {
  expect(poorErrorTexts(TOOL)).toEqual([]);
});

test('the schema shown to agents takes at most 16 KB', () => {
  const shape = z.toJSONSchema(EvidenceInput, { io: 'input', unrepresentable: 'any' });

  expect(JSON.stringify(shape).length).toBeLessThan(15_000);
});
