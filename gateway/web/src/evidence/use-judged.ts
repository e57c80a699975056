import { useMemo, useState } from 'react';
import { useDebounced } from '../ui/debounced.js';
import { useEvidence } from './ask-evidence.js';
import { requestOf } from './asked.js';
import type { Answer, VerificationRow } from './evidence-types.js';
import type { Proposal } from './use-recording.js';
import { candidateOf, judgedInput, rowsOf, type Work, type Workflow } from './work.js';

const CHANGING_MS = 300;

export type RankedRow = Answer<'rank_candidates'>['ranked'][number];

/** The tool's judgment of the rows. */
export interface Judged {
  /** Candidate ids, most likely first. */
  readonly order: readonly string[];
  readonly rankOf: (candidateId: string) => RankedRow | undefined;
  readonly verdictOf: (candidateId: string) => VerificationRow | undefined;
  readonly warningsOf: (candidateId: string) => readonly string[];
  /** Calls that record what is proven. */
  readonly proposals: readonly Proposal[];
  /** The work has changed since; the next judgment is loading. */
  readonly isStale: boolean;
  /** Why the tool could not judge. */
  readonly error: unknown;
}

/** Runs the tool on the work after each change. */
export function useJudged(work: Work): Judged {
  const settled = useDebounced(work, CHANGING_MS);
  const ranking = useRanking(settled);
  const imports = useWorkflow(settled, 'import');
  const checks = useWorkflow(settled, 'view_check');
  const parts = [imports, checks];
  return {
    order: orderOf(work, ranking.data),
    rankOf: (id) => ranking.data?.ranked.find(({ candidateId }) => candidateId === id),
    verdictOf: (id) => parts.map(({ verdicts }) => verdicts.get(id)).find((verdict) => verdict !== undefined),
    warningsOf: (id) => parts.flatMap(({ warnings }) => warnings.get(id) ?? []),
    proposals: parts.flatMap(({ proposals }) => proposals),
    isStale: settled !== work || ranking.isFetching || parts.some(({ isFetching }) => isFetching),
    error: [ranking.error, ...parts.map(({ error }) => error)].find((error) => error !== null) ?? null,
  };
}

/** Ranks when rows or search terms change, not while the user types findings, so that rows do not move during typing. */
function useRanking(work: Work) {
  const [basis, setBasis] = useState(work);
  if (basis.asked !== work.asked || idsOf(basis) !== idsOf(work)) setBasis(work);
  const input = useMemo(() => {
    if (basis.rows.length === 0) return undefined;
    return { ...requestOf(basis.asked), candidates: basis.rows.map(candidateOf) };
  }, [basis]);
  return useEvidence('rank_candidates', input);
}

function idsOf({ rows }: Work): string {
  return rows.map(({ candidateId }) => candidateId).join('\n');
}

/** The ranked order, with excluded rows last. */
function orderOf({ rows }: Work, ranking: Answer<'rank_candidates'> | undefined): readonly string[] {
  const ranks = new Map(ranking?.ranked.map(({ candidateId, rank }) => [candidateId, rank]));
  const rankOf = (id: string): number => ranks.get(id) ?? Number.POSITIVE_INFINITY;
  const ids = rows.map(({ candidateId }) => candidateId);
  return ids.toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(one) - rankOf(other)));
}

/** The rows of one workflow: their gates, and the calls of open ones. */
function useWorkflow(work: Work, workflow: Workflow) {
  const input = useMemo(() => judgedInput(work, workflow), [work, workflow]);
  const harness = useEvidence('proof_run_harness', input);
  const rows = input === undefined ? undefined : harness.data;
  const report = useEvidence('workflow_report', (rows?.summary.ready ?? 0) > 0 ? input : undefined);
  const ids = useMemo(() => rowsOf(work, workflow).map(({ candidateId }) => candidateId), [work, workflow]);
  return {
    verdicts: new Map(rows?.verificationRows.map((row) => [row.candidateId, row])),
    warnings: warningsBy(ids, rows?.warnings ?? []),
    proposals: (rows?.summary.ready ?? 0) > 0 ? proposalsIn(report.data) : [],
    isFetching: harness.isFetching || report.isFetching,
    error: harness.error ?? report.error,
  };
}

/** A warning about one candidate names its index. */
function warningsBy(
  ids: readonly string[],
  warnings: Answer<'proof_run_harness'>['warnings'],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { path, message } of warnings) {
    const [, place = ''] = /^candidates\.(\d+)(?:\.|$)/.exec(path) ?? [];
    const id = place === '' ? undefined : ids[Number(place)];
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), message]);
  }
  return found;
}

function proposalsIn(report: Answer<'workflow_report'> | undefined): readonly Proposal[] {
  const ids = new Map(report?.verificationRows.map(({ rowId, candidateId }) => [rowId, candidateId]));
  return (report?.nextActions ?? []).map((call) => ({
    ...call,
    candidateIds: call.rowIds.flatMap((rowId) => ids.get(rowId) ?? []),
  }));
}
