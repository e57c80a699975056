import { mergeCandidates } from '../candidates/merge-candidates.js';
import { Warnings } from '../context.js';
import { scoreCandidate } from '../ranking/rank-candidates.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import { type Judgement, judgeRow, type RowEvidence } from './judge-row.js';

interface JudgedRow {
  readonly index: number;
  readonly row: VerificationRow;
}

/** Judges rows. Of several rows of one video the best represents it, with the evidence of all; the others are its duplicates. */
export function judgeRows(evidence: readonly RowEvidence[], judgement: Judgement): VerificationRow[] {
  const groups = Map.groupBy(evidence, ({ candidate, index }) => candidate.canonicalKey ?? `row ${index}`);
  const rows = [...groups.values()].flatMap((group) => judgeGroup(group, judgement));
  return rows.toSorted((a, b) => a.index - b.index).map(({ row }) => row);
}

function judgeGroup(group: readonly RowEvidence[], judgement: Judgement): JudgedRow[] {
  const [winner, ...others] = group.length === 1 ? group : bestFirst(group, judgement);
  if (!winner) return [];
  const standing = `r${winner.index + 1}`;
  return [
    { index: winner.index, row: judgeRow(withEvidenceOf(winner, others), judgement, null) },
    ...others.map((evidence) => ({ index: evidence.index, row: judgeRow(evidence, judgement, standing) })),
  ];
}

/** Sorts rows: the most complete first, then the likeliest, then the first; an existing duplicate is last. */
function bestFirst(group: readonly RowEvidence[], judgement: Judgement): RowEvidence[] {
  // Drops warnings here, because evidence of the other rows may resolve them.
  const quiet: Judgement = { ...judgement, context: { ...judgement.context, warnings: new Warnings() } };
  const judged = group.map((evidence) => ({
    evidence,
    isDuplicate: evidence.stated.has('duplicate_candidate'),
    missing: judgeRow(evidence, quiet, null).missingWriteRequirements.length,
    score: scoreCandidate(evidence.candidate, judgement.asked, quiet.context).score,
  }));
  return judged
    .toSorted(
      (a, b) =>
        Number(a.isDuplicate) - Number(b.isDuplicate) ||
        a.missing - b.missing ||
        b.score - a.score ||
        a.evidence.index - b.evidence.index,
    )
    .map(({ evidence }) => evidence);
}

function withEvidenceOf(winner: RowEvidence, others: readonly RowEvidence[]): RowEvidence {
  if (others.length === 0) return winner;
  const candidates = others.map(({ candidate }) => candidate);
  return {
    ...winner,
    candidate: mergeCandidates(winner.candidate, candidates),
    reviews: [...new Set([winner, ...others].flatMap(({ reviews }) => reviews))],
    ownScreenshots: [winner, ...others].flatMap(({ ownScreenshots }) => ownScreenshots),
    window: [winner, ...others].map(({ window }) => window).find((window) => window !== null) ?? null,
  };
}
