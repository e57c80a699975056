import type { TurnFailureCode } from './failure-codes.js';
import type { Fault, FaultClass } from './fault-classes.js';

/** Why a model did not answer; the provider's text is only in `cause`. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: TurnFailureCode;
  /** When another try makes sense; undefined when unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: TurnFailureCode,
    { retryAfterSeconds, cause }: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failed call of a model. Its output so far is discarded if another model replaces it. */
export class ModelFault extends Error {
  /** The fault's class for spans. */
  override readonly name: FaultClass;
  readonly fault: Fault;
  /** Part of an answer had arrived. */
  readonly hasSpoken: boolean;

  constructor(fault: Fault, hasSpoken: boolean, cause?: unknown) {
    super(fault.class, { cause });
    this.name = fault.class;
    this.fault = fault;
    this.hasSpoken = hasSpoken;
  }
}
