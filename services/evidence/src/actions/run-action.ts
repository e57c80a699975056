import { type Context, contextOf } from '../context.js';
import { verifyRows } from '../gate/verify-rows.js';
import { readRequest } from '../request/read-request.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer, Answered, AnswerEnd, AnswerHead } from '../schemas/tool-output.js';
import type { ActionName } from '../schemas/vocabulary.js';
import { auditIntake } from './audit-intake.js';
import { extractCues } from './extract-cues.js';
import { planCaptures } from './plan-captures.js';
import { planReviews } from './plan-reviews.js';
import { planVideoSearch } from './plan-video-search.js';
import { rankGiven, rankResults } from './rank.js';
import { reportWorkflow } from './report-workflow.js';

/** Defaults for an action whose input does not set them. */
export interface ActionDefaults {
  readonly asOf: Date;
  /** IANA name. */
  readonly timeZone: string;
  /** `host:port` of non-public targets that are accepted; none when absent. */
  readonly allowedPrivateTargets?: ReadonlySet<string>;
}

type Action<Name extends ActionName> = (input: ActionInput, context: Context) => Answer<Name>;

const RUN: { readonly [Name in ActionName]: Action<Name> } = {
  plan_video_search: planVideoSearch,
  audit_browser_candidate_intake: auditIntake,
  extract_transcript_cues: extractCues,
  rank_search_results: rankResults,
  rank_candidates: rankGiven,
  plan_proof_capture: planCaptures,
  plan_direct_proof_review: planReviews,
  proof_run_harness: (input, context) => verifyRows(input, readRequest(input, false, context), context).answer,
  workflow_report: reportWorkflow,
};

const NEXT: Readonly<Record<ActionName, ActionName | null>> = {
  plan_video_search: 'audit_browser_candidate_intake',
  audit_browser_candidate_intake: 'extract_transcript_cues',
  extract_transcript_cues: 'rank_candidates',
  rank_search_results: 'plan_proof_capture',
  rank_candidates: 'plan_proof_capture',
  plan_proof_capture: 'plan_direct_proof_review',
  plan_direct_proof_review: 'proof_run_harness',
  proof_run_harness: 'workflow_report',
  workflow_report: null,
};

/**
 * Runs one action of the evidence tool on an input that `EvidenceInput` has validated. A pure function: the same arguments always give the same
 * answer, to the byte of its JSON. Never throws.
 */
export function runAction<Name extends ActionName>(
  action: Name,
  input: ActionInput,
  defaults: ActionDefaults,
): Answered<Name> {
  const { allowedPrivateTargets } = defaults;
  const asOf = input.asOf === undefined ? defaults.asOf : new Date(input.asOf);
  const context = contextOf(asOf, input.timeZone ?? defaults.timeZone, allowedPrivateTargets);
  const answer = RUN[action](input, context);
  const head: AnswerHead<Name> = {
    tool: 'viewcheck_evidence',
    action,
    format: `viewcheck-evidence-${action}-v1`,
    asOf: asOf.toISOString(),
    timeZone: context.timeZone,
    readOnly: true,
    liveWrites: false,
    persistentViewLogWrites: false,
  };
  const end: AnswerEnd = { warnings: context.warnings.list(), nextAction: nextOf(action, answer) };
  return { ...head, ...answer, ...end };
}

function nextOf(action: ActionName, answer: Answer<ActionName>): { action: ActionName } | null {
  // An incomplete search must be planned again once the question is answered.
  if ('requestReadiness' in answer && !answer.requestReadiness.ready) return { action };
  const next = NEXT[action];
  return next === null ? null : { action: next };
}
