import type { Candidate } from '@svc/evidence/schemas/candidate';
import type { CandidateInput } from '@svc/evidence/schemas/candidate-input';
import type { DueViewRow, ScreenshotRow } from '@svc/evidence/schemas/prior-rows';
import type { Answer } from '@svc/evidence/schemas/tool-output';
import type { AgentApi } from '../api/agent-api.js';
import type { Judge } from '../judge.js';
import type { OptionValues } from '../options/option-table.js';
import { captureProof, type Captures } from './capture-proof.js';

export interface PreflightInput {
  readonly candidates: readonly Candidate[];
  readonly dueViews: readonly DueViewRow[];
  /** Screenshots from a candidate file. */
  readonly proofScreenshots: readonly ScreenshotRow[];
  readonly values: OptionValues;
  readonly judge: Judge;
  /** Undefined unless captures are requested. */
  readonly api: AgentApi | undefined;
  readonly signal: AbortSignal;
}

export interface Preflight {
  readonly ranked: Answer<'rank_candidates'>['ranked'];
  readonly captures: Captures['reports'];
  readonly reviews: Answer<'plan_direct_proof_review'>['reviews'];
  readonly reported: Answer<'workflow_report'>;
  /** Failure of a run that still returns these results. */
  readonly failure: Captures['failure'];
}

const NO_CAPTURES: Captures = { reports: [], screenshots: [], failure: undefined };

/** Ranks the candidates, captures proof on request, and judges the result. */
export async function runPreflight(input: PreflightInput): Promise<Preflight> {
  const { values, judge, api, signal } = input;
  const candidates: CandidateInput[] = [...input.candidates];
  const { ranked } = judge.run('rank_candidates', { candidates });
  const captures = api
    ? await captureProof(planCaptures(input, ranked), {
        api,
        createShortLink: values['short-links'],
        waitForSelector: values['wait-for-selector'],
        signal,
      })
    : NO_CAPTURES;
  const { reviews } = judge.run('plan_direct_proof_review', { candidates });
  const reported = judge.run('workflow_report', {
    workflow: values.workflow ?? (values['from-due-views'] ? 'view_check' : 'import'),
    acceptDateMismatch: values['accept-date-mismatch'],
    candidates,
    proofScreenshots: [...input.proofScreenshots, ...captures.screenshots],
    priorImportRows: [...input.dueViews],
  });
  return { ranked, captures: captures.reports, reviews, reported, failure: captures.failure };
}

function planCaptures(
  { candidates, values, judge }: PreflightInput,
  ranked: Preflight['ranked'],
): Answer<'plan_proof_capture'>['captureJobs'] {
  const limit = values['capture-limit'];
  if (limit === 0 || candidates.length === 0) return [];
  const inOrder = ranked.flatMap(
    ({ candidateId }) => candidates.find((each) => each.candidateId === candidateId) ?? [],
  );
  const { selector } = values;
  const planned = judge.run('plan_proof_capture', {
    candidates: inOrder,
    limit,
    ...(selector === undefined ? {} : { selectorOverride: selector }),
  });
  return planned.captureJobs;
}
