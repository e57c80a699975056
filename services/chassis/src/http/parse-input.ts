import { AppError, type ErrorDetail } from '../errors/app-error.js';
import type { z } from 'zod';
import { findUnsafeText } from './unsafe-text.js';

/** The input as a schema takes it. Throws VALIDATION_ERROR, with each wrong place named. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const unsafe = findUnsafeText(input);
  if (unsafe) throw validationError([unsafe]);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error.issues.flatMap(toDetails));
}

/** A rejected input, with each wrong place named. */
export function validationError(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const message = first
    ? `${first.path === '' ? 'The request' : first.path}: ${first.message}`
    : 'The request is not valid.';
  return new AppError('invalid_input', 'VALIDATION_ERROR', message, { details });
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: 'Unknown field. Leave it out.',
  }));
}
