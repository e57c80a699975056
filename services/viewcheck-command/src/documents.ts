import type { RequestInput } from '@svc/evidence/schemas/request';
import type { Warning } from '@svc/evidence/schemas/tool-output';
import type { VerificationRow } from '@svc/evidence/schemas/verification-row';
import type { Collected } from './collect/collect-candidates.js';
import type { CommandFailure } from './command-failure.js';
import { CANDIDATE_FORMAT } from './files/candidate-file.js';
import type { Preflight } from './preflight/run-preflight.js';

export type Status =
  'completed' | 'no_candidate' | 'not_ready' | 'blocked' | 'browser_missing' | 'interrupted' | 'failed';

/** Part of every document: the command never writes view logs. */
const NO_WRITES = { liveWrites: false, persistentViewLogWrites: false } as const;

export interface DocumentFacts {
  readonly mode: 'live' | 'mock';
  readonly status: Status;
  readonly generatedAt: string;
  readonly request: RequestInput;
  readonly warnings: readonly Warning[];
  readonly failure: CommandFailure | undefined;
  /** Undefined when the command failed before collecting. */
  readonly collected: Collected | undefined;
  readonly preflight: Preflight | undefined;
}

/** Output of `collect`: a candidate file with a report of the targets. */
export function candidateDocument({ collected, ...facts }: DocumentFacts): object {
  return {
    format: CANDIDATE_FORMAT,
    generatedAt: facts.generatedAt,
    status: facts.status,
    ...NO_WRITES,
    request: facts.request,
    requestReadiness: collected?.plan.requestReadiness ?? null,
    candidates: collected?.candidates ?? [],
    targets: collected?.targets ?? [],
    rejected: collected?.rejected ?? [],
    duplicates: collected?.duplicates ?? [],
    warnings: facts.warnings,
    ...errorOf(facts.failure),
  };
}

/** Output of `preflight`. */
export function preflightDocument({ collected, preflight, ...facts }: DocumentFacts): object {
  const { plan } = collected ?? {};
  const { reported } = preflight ?? {};
  return {
    format: 'viewcheck-live-preflight-v1',
    mode: facts.mode,
    status: facts.status,
    ...NO_WRITES,
    generatedAt: facts.generatedAt,
    requestReadiness: plan?.requestReadiness ?? null,
    readinessCatalog: plan?.readinessCatalog ?? null,
    primitivesContract: plan?.primitivesContract ?? null,
    targets: collected?.targets ?? [],
    candidates: collected?.candidates ?? [],
    rejected: collected?.rejected ?? [],
    duplicates: collected?.duplicates ?? [],
    ranked: preflight?.ranked ?? [],
    captures: preflight?.captures ?? [],
    reviews: preflight?.reviews ?? [],
    verificationRowsFormat: 'viewcheck-live-preflight-verification-row-v1',
    verificationRows: reported?.verificationRows.map(preflightRow) ?? [],
    verificationLinks: reported?.verificationLinks ?? [],
    report: reported?.report ?? null,
    nextActions: reported?.nextActions ?? [],
    summary: reported?.summary ?? null,
    warnings: facts.warnings,
    ...errorOf(facts.failure),
  };
}

/** Even a complete row has a reason for not being written, because this command never writes. */
function preflightRow(row: VerificationRow): object {
  const noWriteReason = row.noWriteReason ?? 'preflight_never_writes';
  return { ...row, viewCountSource: row.viewCount?.source ?? null, noWriteReason };
}

function errorOf(failure: CommandFailure | undefined): object {
  if (!failure) return {};
  const { code, message, details } = failure;
  return { error: { code, message, details } };
}
