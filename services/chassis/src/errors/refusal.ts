import { AppError, type ErrorFacts } from './app-error.js';

/** An error as plain data, because errors from other threads and processes arrive without their class. */
export interface Refusal extends ErrorFacts {
  readonly cause?: string;
}

export function toRefusal({ facts, cause }: AppError): Refusal {
  return { ...facts, ...(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : 'unknown' }) };
}

export function fromRefusal({ cause, ...facts }: Refusal): AppError {
  return AppError.restore(facts, cause === undefined ? undefined : new Error(cause));
}
