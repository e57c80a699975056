import { verbatim } from '@svc/chassis/schemas/scalars';
import { PLATFORM_NAMES } from '@svc/video-pages/addresses/platforms/platform';
import { CAPTION_FORMATS } from '@svc/video-pages/captions/read-caption-track';
import { z } from 'zod';
import { CandidateInput, CueInput } from './candidate-input.js';
import { AnyNumber, PageText, PastedUrl, ShortText } from './fields.js';
import {
  CANDIDATES_MAX,
  CUES_MAX,
  DUE_VIEWS_MAX,
  REVIEWS_MAX,
  SCREENSHOTS_MAX,
  TRACKS_LENGTH_MAX,
  TRACKS_MAX,
  URLS_MAX,
} from './limits.js';
import { DueViewRow, ImportRows, ScreenshotRow, ViewLogRows } from './prior-rows.js';
import { requestFields } from './request.js';
import { ReviewInput } from './review.js';
import { VerificationRowInput } from './verification-row-input.js';
import { type ActionName, ACTIONS, WORKFLOWS } from './vocabulary.js';

const Candidates = z.array(CandidateInput).max(CANDIDATES_MAX);

/** A row of a ranking; only its candidate matters. */
const RankedRow = z.object({ candidateId: ShortText, canonicalUrl: PastedUrl });

const Track = z.strictObject({
  format: z.enum(['auto', ...CAPTION_FORMATS]).default('auto'),
  language: ShortText,
  kind: ShortText.describe('asr for machine-generated captions.'),
  body: verbatim(TRACKS_LENGTH_MAX),
});

const SearchResult = z.strictObject({
  url: PastedUrl,
  title: PageText,
  snippet: PageText,
  position: z.int().min(0).nullable().optional(),
});

/** Fields besides the request and the action. */
const actionFields = {
  dueViews: z.array(DueViewRow).max(DUE_VIEWS_MAX).describe('Items of deals.due_views.'),
  urls: z.array(PastedUrl.unwrap()).max(URLS_MAX),
  platforms: z.array(z.enum(PLATFORM_NAMES)).max(PLATFORM_NAMES.length),
  rows: Candidates.describe('What was found in a browser, one row per video.'),
  candidateId: ShortText.unwrap(),
  tracks: z.array(Track).max(TRACKS_MAX),
  maxCues: z.int().min(1).max(200),
  results: z.array(SearchResult).max(CANDIDATES_MAX),
  candidates: Candidates,
  ranked: z.array(RankedRow).max(CANDIDATES_MAX),
  limit: z.int().min(1).max(20),
  selectorOverride: PageText.unwrap(),
  cues: z.array(CueInput.extend({ candidateId: ShortText, seekSeconds: AnyNumber })).max(CUES_MAX),
  workflow: z.enum(WORKFLOWS).describe('import (default) adds videos, view_check adds view logs to existing ones.'),
  proofScreenshots: z.array(ScreenshotRow).max(SCREENSHOTS_MAX).describe('Records of the screenshots operations.'),
  directProofReviews: z.array(ReviewInput).max(REVIEWS_MAX),
  priorViewLogs: ViewLogRows.describe('Items of deals.view_logs.'),
  priorImportRows: ImportRows.describe('Items of deals.list_videos or deals.due_views, or `deals` of an import.'),
  acceptDateMismatch: z.boolean(),
  verificationRows: z.array(VerificationRowInput).max(CANDIDATES_MAX).describe('Rows of proof_run_harness.'),
};

type ActionField = keyof typeof actionFields;

const HARNESS_FIELDS = [
  'workflow',
  'candidates',
  'proofScreenshots',
  'directProofReviews',
  'priorViewLogs',
  'priorImportRows',
  'acceptDateMismatch',
] as const satisfies readonly ActionField[];

/** Each action's fields besides the request, and the lists of which it requires one. */
export const FIELDS_OF_ACTIONS = {
  plan_video_search: { takes: ['dueViews', 'urls', 'platforms'], needs: [] },
  audit_browser_candidate_intake: { takes: ['rows'], needs: ['rows'] },
  extract_transcript_cues: { takes: ['candidateId', 'tracks', 'maxCues'], needs: ['tracks'] },
  rank_search_results: { takes: ['results'], needs: ['results'] },
  rank_candidates: { takes: ['candidates'], needs: ['candidates'] },
  plan_proof_capture: { takes: ['ranked', 'candidates', 'limit', 'selectorOverride'], needs: ['candidates', 'ranked'] },
  plan_direct_proof_review: { takes: ['candidates', 'cues'], needs: ['candidates'] },
  proof_run_harness: { takes: HARNESS_FIELDS, needs: ['candidates'] },
  workflow_report: { takes: [...HARNESS_FIELDS, 'verificationRows'], needs: ['candidates', 'verificationRows'] },
} as const satisfies Readonly<
  Record<ActionName, { readonly takes: readonly ActionField[]; readonly needs: readonly ActionField[] }>
>;

/**
 * The input of the tool, flat: the action, the request and the fields of that action. Fields of other actions are refused, with the names of their
 * actions.
 */
export const EvidenceInput = z
  .strictObject({
    action: z.enum(ACTIONS).describe(`What to do; in this order: ${ACTIONS.join(', ')}.`),
    ...requestFields,
    ...z.object(actionFields).partial().shape,
  })
  .check(({ value, issues }) => {
    const { takes, needs } = FIELDS_OF_ACTIONS[value.action];
    const has = (field: string): boolean => value[field as keyof typeof value] !== undefined;
    const foreign = Object.keys(actionFields).filter(
      (field) => has(field) && !(takes as readonly string[]).includes(field),
    );
    for (const field of foreign) {
      const message = `is for ${actionsTaking(field)}, not for ${value.action}. Leave it out.`;
      issues.push({ code: 'custom', path: [field], message, input: value });
    }
    const [first] = needs;
    if (first !== undefined && !needs.some(has)) {
      issues.push({ code: 'invalid_type', expected: 'array', path: [first], input: undefined });
    }
    if (value.action === 'workflow_report' && has('candidates') && has('verificationRows')) {
      issues.push({
        code: 'custom',
        path: ['verificationRows'],
        message: 'must not be sent together with candidates. Send one of the two.',
        input: value.verificationRows,
      });
    }
    const cues = (value.candidates ?? value.rows ?? []).reduce(
      (sum, row) => sum + (row.transcriptCues?.length ?? 0),
      0,
    );
    if (cues > CUES_MAX) {
      issues.push({
        code: 'custom',
        path: [value.candidates ? 'candidates' : 'rows'],
        message: `must have at most ${CUES_MAX} cues in all. Send fewer cues of each row.`,
        input: undefined,
      });
    }
    const characters = (value.tracks ?? []).reduce((sum, { body }) => sum + body.length, 0);
    if (characters > TRACKS_LENGTH_MAX) {
      issues.push({
        code: 'custom',
        path: ['tracks'],
        message: `must have at most ${TRACKS_LENGTH_MAX} characters in all. Send fewer tracks at a time.`,
        input: undefined,
      });
    }
  });

export type EvidenceInput = z.output<typeof EvidenceInput>;

/** An action's input, validated and round-tripped through JSON. */
export type ActionInput = Omit<EvidenceInput, 'action'>;

export type TrackInput = z.output<typeof Track>;
export type SearchResultInput = z.output<typeof SearchResult>;
export type RankedRowInput = z.output<typeof RankedRow>;
export type PlannedCueInput = NonNullable<ActionInput['cues']>[number];

/** Returns the names of the actions that accept a field. */
function actionsTaking(field: string): string {
  const taking = ACTIONS.filter((action) => (FIELDS_OF_ACTIONS[action].takes as readonly string[]).includes(field));
  return taking.join(' and ');
}
