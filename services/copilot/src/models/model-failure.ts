import { CODE_OF_CLASS, type Fault } from './faults.js';
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

/** One call of a model that came to no end. What it said before is void unless nobody takes its place. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly fault: Fault;
  /** Pieces of an answer had come. */
  readonly hasSpoken: boolean;

  constructor(fault: Fault, hasSpoken: boolean, cause?: unknown) {
    super(fault.class, { cause });
    this.fault = fault;
    this.hasSpoken = hasSpoken;
  }
}

/** The failure that a turn ends with when no other model takes the place of one. */
export function failureOfFault(error: ModelFault, retryAfterSeconds = error.fault.retryAfterSeconds): ModelFailure {
  const { fault, hasSpoken } = error;
  const code = hasSpoken ? 'PROVIDER_STREAM_INTERRUPTED' : CODE_OF_CLASS[fault.class];
  return new ModelFailure(code, { retryAfterSeconds, cause: error });
}
