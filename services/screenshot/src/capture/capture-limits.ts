import { VISIT_LIMITS, type VisitLimits } from '@svc/guarded-browser/visits/visit-limits';

const MIB = 1_048_576;

/** Bounds of one capture and of one browser; times are milliseconds. */
export interface CaptureLimits extends VisitLimits {
  readonly selectorMs: number;
  readonly parallelMax: number;
  /** How long a capture waits for one of those that run to end. Callers count their captures themselves, so it is never long. */
  readonly roomMs: number;
  /** After which of these a browser makes way for a new one. */
  readonly browserCapturesMax: number;
  readonly browserAgeMs: number;
  readonly browserBytes: number;
  /** An idle browser is closed. */
  readonly browserIdleMs: number;
}

export const CAPTURE_LIMITS: CaptureLimits = {
  ...VISIT_LIMITS,
  selectorMs: 10_000,
  parallelMax: 2,
  roomMs: 5_000,
  browserCapturesMax: 50,
  browserAgeMs: 30 * 60_000,
  browserBytes: 1_200 * MIB,
  browserIdleMs: 3 * 60_000,
};
