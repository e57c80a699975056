import { VISIT_LIMITS, type VisitLimits } from '@svc/guarded-browser/visits/visit-limits';

// Not imported from the chassis, because the browser image does not contain it.
const MIB = 1_048_576;

/** Limits of one capture and of one browser; times in milliseconds. */
export interface CaptureLimits extends VisitLimits {
  readonly selectorMs: number;
  readonly parallelMax: number;
  /** How long a capture waits for a free slot. Callers limit their own captures, so the wait is short. */
  readonly roomMs: number;
  /** Limits after which a browser is replaced. */
  readonly browserCapturesMax: number;
  readonly browserAgeMs: number;
  readonly browserBytes: number;
  /** Idle time before the browser closes. */
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
