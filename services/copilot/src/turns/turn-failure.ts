import type { TurnFailureCode } from '../models/failure-codes.js';

/** Why a turn cannot continue, apart from its model's faults. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
  readonly code: TurnFailureCode;

  constructor(code: TurnFailureCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
