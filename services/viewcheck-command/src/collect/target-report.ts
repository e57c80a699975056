import type { VisitProblem } from '../pages/page-visitor.js';

/** Outcome of a target. */
export interface TargetReport {
  readonly id: string;
  readonly kind: string;
  readonly url: string | null;
  readonly status: 'opened' | 'blocked' | 'failed' | 'skipped';
  readonly finalUrl: string | null;
  /** Number of videos the page links to; null when it was not opened. */
  readonly videoLinks: number | null;
  readonly reason: string | null;
}

const BLOCKED: Readonly<Partial<Record<VisitProblem, string>>> = {
  blocked_target: 'local_or_private_target',
  login_wall: 'login_wall',
  challenge_page: 'challenge_page',
};
const SKIPPED: ReadonlySet<VisitProblem> = new Set(['browser_missing', 'out_of_time']);

/** Reports a page that could not be read. */
export function reportProblem(problem: VisitProblem): Pick<TargetReport, 'status' | 'reason'> {
  const blocked = BLOCKED[problem];
  if (blocked !== undefined) return { status: 'blocked', reason: blocked };
  return { status: SKIPPED.has(problem) ? 'skipped' : 'failed', reason: problem };
}
