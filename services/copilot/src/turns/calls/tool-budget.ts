import { RESULT_BYTES_MAX } from '../../tools/tool-result.js';

const CALLS_MAX = 16;
const BYTES_MAX = 96 * 1_024;
/** Consecutive refused calls after which a model gets no more tools. */
const REFUSALS_MAX = 3;

/** A turn's remaining budget for tools. */
export class ToolBudget {
  #calls = 0;
  #bytesLeft: number;
  #refusals = 0;
  /** Consecutive refusals because of the arguments. */
  #badArguments = 0;

  /** Creates a budget with this many bytes for all results. */
  constructor(bytesMax: number) {
    this.#bytesLeft = Math.min(BYTES_MAX, bytesMax);
  }

  /** Whether no more tools may be called. */
  get isSpent(): boolean {
    return this.#calls >= CALLS_MAX || this.hasFailed || this.#bytesLeft <= 0;
  }

  /** Whether calls were refused repeatedly. */
  get hasFailed(): boolean {
    return this.#refusals >= REFUSALS_MAX;
  }

  /** Whether calls were refused repeatedly for their arguments: the model's fault, unlike unknown names, which a user can provoke. */
  get hasBadArguments(): boolean {
    return this.#badArguments >= REFUSALS_MAX;
  }

  /** Maximum bytes of the next result. */
  get resultBytes(): number {
    return Math.max(0, Math.min(RESULT_BYTES_MAX, this.#bytesLeft));
  }

  /** Counts a call; false when the maximum is exceeded. */
  spendCall(): boolean {
    if (this.isSpent) return false;
    this.#calls += 1;
    return true;
  }

  spendResult(bytes: number): void {
    this.#bytesLeft -= bytes;
  }

  /** Resets the refusals after a usable call, or for another model. */
  forgive(): void {
    this.#refusals = 0;
    this.#badArguments = 0;
  }

  /** Records a refused call: of an unknown tool, or for its arguments. */
  noteRefusal(isUnknown: boolean): void {
    this.#refusals += 1;
    if (!isUnknown) this.#badArguments += 1;
  }
}
