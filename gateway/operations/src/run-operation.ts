import { runInCall, type CallContext } from '@svc/chassis/call-context';
import { AppError, type ErrorDetail } from '@svc/chassis/errors/app-error';
import type { z } from 'zod';
import type { Operation } from './define-operation.js';
import type { Caller, OperationContext } from './operation-context.js';
import { findUnsafeText } from './unsafe-text.js';

/** One call of an operation, from whichever surface. */
export interface OperationCall {
  readonly operation: Operation;
  /** What the caller sent, not yet looked at. */
  readonly input: unknown;
  /** Absent when nobody is signed in. */
  readonly caller: Caller | undefined;
  readonly context: OperationContext;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

export interface OperationResult {
  /** Exactly what the operation's `output` names; undefined without one. */
  readonly output: unknown;
  /** Version of the record that the output is; undefined for lists and for what has no version. */
  readonly version: number | undefined;
  /** The answer is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** Milliseconds that an operation may take, all services together. */
const DEADLINE_MS = 20_000;

/**
 * The only way in: checks who calls, then the shape of the input, then runs. Rejects with an AppError that says what was wrong
 * and what to do.
 */
export async function runOperation(call: OperationCall): Promise<OperationResult> {
  const { operation, caller } = call;
  checkAccess(operation, caller);
  const input = parseInput(operation, call.input);
  const callContext: CallContext = {
    requestId: call.requestId,
    operation: operation.name,
    tier: operation.tier,
    deadline: Date.now() + DEADLINE_MS,
    signal: call.signal,
    ...(caller === undefined ? {} : { assertion: caller.assertion }),
    ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: call.idempotencyKey }),
  };
  const result = await runInCall(callContext, () => operation.run(input as never, call.context));
  return {
    output: operation.output?.parse(result),
    version: versionOf(result),
    replayed: callContext.replayed === true,
  };
}

function versionOf(result: unknown): number | undefined {
  const { version } = (result ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
}

function checkAccess(operation: Operation, caller: Caller | undefined): void {
  if (operation.access === 'public') return;
  if (!caller) throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Sign in first: this needs an account.');
  if (operation.access === 'admin' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'ADMIN_REQUIRED', 'Only administrators may do this.');
  }
}

function parseInput(operation: Operation, input: unknown): unknown {
  const unsafe = findUnsafeText(input);
  if (unsafe) throw validationError([unsafe]);
  const parsed = operation.input.safeParse(input);
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
