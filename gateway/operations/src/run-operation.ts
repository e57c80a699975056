import { currentCall, runInCall, type CallContext } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import { descriptionsOf } from './ai/describe-operations.js';
import type { Operation, SmallFile } from './define-operation.js';
import type { Caller, Proposals, SurfaceContext } from './operation-context.js';
import { startStream } from './start-stream.js';
import { parseInput } from '@svc/chassis/http/parse-input';
import { proposalsOf } from './proposals.js';

/** One call of an operation, from whichever surface. */
export interface OperationCall {
  readonly operation: Operation;
  /** What the caller sent, not yet looked at. */
  readonly input: unknown;
  /** Absent when nobody is signed in. */
  readonly caller: Caller | undefined;
  /** Asks anew who calls, for files whose making outlasts an assertion; absent when nobody is signed in. */
  readonly renewCaller?: (() => Promise<Caller | undefined>) | undefined;
  readonly context: SurfaceContext;
  /** Operations that the called one may describe, or run another of for the same caller; none when absent. */
  readonly operations?: readonly Operation[];
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

export interface OperationResult {
  /** Exactly what the operation's `output` names; undefined without one. */
  readonly output: unknown;
  /** The file that an operation with `produces` makes, while it is read; undefined for all others. */
  readonly stream: AsyncIterable<string> | undefined;
  /** The file that an operation with `fileTypes` makes; undefined for all others. */
  readonly file: SmallFile | undefined;
  /** Version of the record that the output is; undefined for lists and for what has no version. */
  readonly version: number | undefined;
  /** The answer is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** Milliseconds that an operation may take, all services together; of a file that is streamed, those that each piece may take. */
const DEADLINE_MS = 20_000;

/**
 * The only way in: checks who calls, then the shape of the input, then runs. Rejects with an AppError that says what was wrong
 * and what to do.
 */
export async function runOperation(call: OperationCall): Promise<OperationResult> {
  const { operation, caller } = call;
  checkAccess(operation, caller);
  const input = parseInput(operation.input, call.input);
  const callContext: CallContext = {
    requestId: call.requestId,
    operation: operation.name,
    tier: operation.tier,
    deadline: Math.min(Date.now() + DEADLINE_MS, currentCall()?.deadline ?? Infinity),
    signal: call.signal,
    ...(caller === undefined ? {} : { assertion: caller.assertion }),
    ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: call.idempotencyKey }),
  };
  const descriptions = descriptionsOf(call.operations ?? []);
  const context = { ...call.context, proposals: proposalsFor(call), descriptions };
  const result = await runInCall(callContext, () => operation.run(input as never, context));
  const isStream = operation.http.produces !== undefined;
  return {
    output: operation.output?.parse(result),
    stream: isStream
      ? await startStream(() => renewCall(call, callContext), result as AsyncIterable<string>)
      : undefined,
    file: operation.http.fileTypes ? (result as SmallFile) : undefined,
    version: versionOf(result),
    replayed: callContext.replayed === true,
  };
}

/** The call as it is when one more piece of a file is made: by somebody who may still make it, with time of its own. */
async function renewCall({ operation, ...call }: OperationCall, context: CallContext): Promise<CallContext> {
  const caller = call.renewCaller ? await call.renewCaller() : call.caller;
  checkAccess(operation, caller);
  return { ...context, deadline: Date.now() + DEADLINE_MS, ...(caller ? { assertion: caller.assertion } : {}) };
}

/** Proposed changes run as calls of their own, by the same caller; the version in `If-Match` is not meant for them. */
function proposalsFor(call: OperationCall): Proposals {
  return proposalsOf(call.operations ?? [], async (operation, input, idempotencyKey) => {
    const context = { ...call.context, expectedVersion: null };
    return (await runOperation({ ...call, operation, input, idempotencyKey, context })).output;
  });
}

function versionOf(result: unknown): number | undefined {
  const { version } = (result ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
}

function checkAccess(operation: Operation, caller: Caller | undefined): void {
  if (operation.access === 'public' || operation.access === 'anyone') return;
  if (!caller) throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Sign in first: this needs an account.');
  if (operation.access === 'admin' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'ADMIN_REQUIRED', 'Only administrators may do this.');
  }
}
