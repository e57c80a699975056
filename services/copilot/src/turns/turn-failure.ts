import type { TurnFailureCode } from '../models/turn-failures.js';

/** Why a turn cannot go on, other than by the fault of its model. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
  readonly code: TurnFailureCode;

  constructor(code: TurnFailureCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
