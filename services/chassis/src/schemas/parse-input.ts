import type { z } from 'zod';
import { aboutField } from '../errors/about-field.js';
import { type AppError, appError, type ErrorDetail } from '../errors/app-error.js';
import { describeIssue } from './describe-issue.js';
import { findUnsafeText } from './unsafe-text.js';

/** A response lists at most this many problems. */
const DETAILS_MAX = 20;

/** Returns the parsed input. Throws VALIDATION_ERROR, which lists each problem once. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const unsafe = findUnsafeText(input);
  if (unsafe) throw validationError([unsafe]);
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.slice(0, DETAILS_MAX).flatMap(toDetails).slice(0, DETAILS_MAX);
  throw validationError(
    details.filter(({ path }, index) => details.findIndex((other) => other.path === path) === index),
  );
}

/** Returns the error for rejected input, which lists its problems. */
export function validationError(details: readonly ErrorDetail[]): AppError {
  const sentences = details.map(({ path, message }) => ({ path, message: aboutField(path, message) }));
  const message = sentences[0]?.message ?? 'The request is not valid.';
  return appError('VALIDATION_ERROR', message, { details: sentences });
}

function toDetails({ path, message, ...issue }: z.core.$ZodIssue): ErrorDetail[] {
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.slice(0, DETAILS_MAX).map((key) => [...path, key]) : [path];
  return paths.map((whole) => ({ path: whole.join('.'), message }));
}
