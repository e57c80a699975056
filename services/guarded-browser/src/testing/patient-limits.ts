import { VISIT_LIMITS, type VisitLimits } from '../visits/visit-limits.js';

/** Limits of visits on a busy machine. Tests of timeouts set their own. */
export const PATIENT_LIMITS: VisitLimits = {
  ...VISIT_LIMITS,
  navigationMs: 60_000,
  questionMs: 60_000,
  shotMs: 60_000,
  visitMs: 80_000,
};
