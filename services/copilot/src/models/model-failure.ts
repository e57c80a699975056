import type { Fault, FaultClass } from './faults.js';
import type { TurnFailureCode } from './turn-failures.js';

/** Why a model has not answered; what its provider said of it stays in `cause`. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: TurnFailureCode;
  /** After which another try makes sense; undefined where that is not known. */
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

/** One call of a model that came to no end. What it said before is void unless no other model replaces it. */
export class ModelFault extends Error {
  /** Its class, as which spans tell of it. */
  override readonly name: FaultClass;
  readonly fault: Fault;
  /** Pieces of an answer had come. */
  readonly hasSpoken: boolean;

  constructor(fault: Fault, hasSpoken: boolean, cause?: unknown) {
    super(fault.class, { cause });
    this.name = fault.class;
    this.fault = fault;
    this.hasSpoken = hasSpoken;
  }
}
