import { type Asked, NOTHING_ASKED, requestOf } from './asked.js';
import type { Answer, Candidate, EvidenceInput, PriorRow, ProposedCall, Review, Screenshot } from './evidence-types.js';

/** A video of a deal in the tool's format, with what the user calls both. */
export interface KnownVideo extends PriorRow {
  readonly dealName: string;
  readonly videoTitle?: string | null;
}

/** A candidate, with its findings so far. */
export interface Row extends Candidate {
  readonly candidateId: string;
  readonly proofScreenshots: readonly Screenshot[];
  /** The matching video of a deal; absent until an import has created it. */
  readonly known?: KnownVideo;
}

/** A call without an answer; its key makes a retry safe. */
export interface SentCall extends Pick<ProposedCall, 'operation' | 'arguments'> {
  readonly key: string;
}

/** The state of the page: the search, its rows, and unanswered calls. */
export interface Work {
  readonly asked: Asked;
  readonly acceptsOtherDays: boolean;
  readonly rows: readonly Row[];
  readonly sent: readonly SentCall[];
}

export const NO_WORK: Work = { asked: NOTHING_ASKED, acceptsOtherDays: false, rows: [], sent: [] };

export type Workflow = NonNullable<EvidenceInput['workflow']>;

/** A row before it is added to the work. */
export type NewRow = Omit<Row, 'candidateId'> & Pick<Candidate, 'candidateId'>;

/** A row in the tool's format. */
export function candidateOf({ proofScreenshots: _screenshots, known: _known, ...candidate }: Row | NewRow): Candidate {
  return candidate;
}

/** The rows that the tool's audit accepted: one per video, with the screenshots of all its rows. */
export function mergeRows(
  allRows: readonly NewRow[],
  audited: Answer<'audit_browser_candidate_intake'>,
): readonly Row[] {
  const isOut = new Set([...audited.rejected, ...audited.duplicates].map(({ index }) => index));
  const firsts = allRows.flatMap((row, index) => (isOut.has(index) ? [] : [row]));
  return audited.accepted.map((candidate, place) => {
    const again = audited.duplicates
      .filter(({ duplicateOf }) => duplicateOf === candidate.candidateId)
      .map(({ index }) => allRows[index]);
    const rows = [firsts[place], ...again].filter((row) => row !== undefined);
    const known = rows.find((row) => row.known !== undefined)?.known;
    return {
      ...candidate,
      proofScreenshots: rows.flatMap(({ proofScreenshots }) => proofScreenshots),
      ...(known && { known }),
    };
  });
}

export function changeRow(work: Work, candidateId: string, change: (row: Row) => Row): Work {
  return { ...work, rows: work.rows.map((row) => (row.candidateId === candidateId ? change(row) : row)) };
}

/** The count that the user typed; null without one. */
export function typedCount({ viewCount }: Row): number | null {
  if (typeof viewCount === 'number') return viewCount;
  if (typeof viewCount !== 'object' || viewCount?.source !== 'operator') return null;
  return viewCount.value ?? null;
}

export interface Seen {
  readonly kind: NonNullable<Review['proofKind']>;
  readonly seconds: number;
}

/** What the user heard or saw in the video, or that the promotion is not in it. */
export function reviewOf(
  { canonicalUrl, url }: Row,
  seen: Seen | 'not_in_it',
  reviewer: { readonly name: string; readonly at: Date },
): Review {
  return {
    sourceVideoUrl: canonicalUrl ?? url ?? null,
    evidenceSource: 'video_playback',
    reviewedBy: reviewer.name,
    reviewedAt: reviewer.at.toISOString(),
    ...(seen === 'not_in_it'
      ? { status: 'rejected' }
      : { status: 'confirmed', proofKind: seen.kind, observedPromoAtSeconds: seen.seconds }),
  };
}

/** Videos of deals get view counts; the others are imported first. */
export function rowsOf({ rows }: Work, workflow: Workflow): readonly Row[] {
  return rows.filter(({ known }) => (known === undefined) === (workflow === 'import'));
}

/** Input of the gate and of the report; undefined without rows of the workflow. */
export function judgedInput(work: Work, workflow: Workflow): EvidenceInput | undefined {
  const rows = rowsOf(work, workflow);
  if (rows.length === 0) return undefined;
  return {
    ...requestOf(work.asked),
    workflow,
    acceptDateMismatch: work.acceptsOtherDays,
    candidates: rows.map(candidateOf),
    proofScreenshots: rows.flatMap(screenshotsOf),
    priorImportRows: rows.flatMap(({ known }) => known ?? []),
  };
}

/** A typed count replaces the one detected in the screenshot. */
function screenshotsOf(row: Row): readonly Screenshot[] {
  const typed = typedCount(row);
  if (typed === null) return row.proofScreenshots;
  return row.proofScreenshots.map((screenshot) => ({ ...screenshot, viewCountText: String(typed) }));
}
