import { VISIT_LIMITS, type VisitLimits } from '../visits/visit-limits.js';

/** Of visits on a busy machine. What is to take too long says how long that is. */
export const PATIENT_LIMITS: VisitLimits = {
  ...VISIT_LIMITS,
  navigationMs: 60_000,
  questionMs: 60_000,
  shotMs: 60_000,
  visitMs: 80_000,
};
