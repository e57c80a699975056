import { type AgentCall, type CallContext, currentCall, runInBackground } from '@svc/chassis/calls/call-context';
import { appError, noSuch } from '@svc/chassis/errors/app-error';
import { parseInput, validationError } from '@svc/chassis/schemas/parse-input';
import { OPERATION_MS } from '@svc/http-host/http/deadlines';
import type { ProducedFile } from '@svc/http-host/http/http-operation';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { runOperationCall } from '@svc/http-host/http/run-operation-call';
import type { ActivityAgent } from '@svc/proto/deal/v1/deal_service';
import {
  type ApprovalPolicy,
  askForApproval,
  maySeeChange,
  runApproved,
  type SensitiveCall,
} from '../approvals/approved-call.js';
import type { OperationCatalog } from '../registry/catalog.js';
import type { EventStream, Operation, OutputOf } from '../registry/define-operation.js';
import { AgentSource } from '../schemas/activity.js';
import { checkCaller, isForAgents, needsApproval } from './checks.js';
import type { Caller, OperationContext, SurfaceContext } from './operation-context.js';
import { startEvents } from './start-events.js';
import { startFile } from './start-file.js';

/** A call of an operation, from any surface. */
export interface OperationCall<Called extends Operation = Operation> {
  readonly operation: Called;
  /** Unparsed input. */
  readonly input: unknown;
  /** Undefined without a session. */
  readonly caller: Caller | undefined;
  /** Identifies the caller again, for files that outlast an assertion; absent without a session. */
  readonly renewCaller?: (() => Promise<Caller | undefined>) | undefined;
  /** Drops the caller from the cache, so that the next request identifies it again; absent without a session, and for agents. */
  readonly forgetCaller?: (() => void) | undefined;
  readonly context: SurfaceContext;
  readonly catalog: OperationCatalog;
  readonly requestId: string;
  /** Details of an agent's call; absent for other callers. */
  readonly agent?: AgentCall | undefined;
  readonly idempotencyKey: string | undefined;
  /** Called with the approval that the call claims, before the outcome is known. */
  readonly noteApproval?: ((approvalId: string) => void) | undefined;
  /** The rules for which calls need the user's approval; defaults to those for agents. */
  readonly approvals?: ApprovalPolicy | undefined;
  /** Hash of the approved input being executed; absent for input that a caller sends. */
  readonly storedHash?: Buffer | undefined;
  readonly signal: AbortSignal;
}

/** A result whose output has exactly the operation's output type. */
export type OperationResult<Output = unknown> = OperationAnswer & { readonly output: Output };

/**
 * The only entry point: checks the caller, the input and the approval, then runs. Rejects with an AppError that explains what was wrong and what to
 * do.
 */
export async function runOperation<Called extends Operation>(
  call: OperationCall<Called>,
): Promise<OperationResult<OutputOf<Called>>> {
  const { operation, caller }: OperationCall = call;
  checkCaller(operation, caller);
  const telling = operation.http.events ? endable(call.signal) : undefined;
  const { requestId, agent, idempotencyKey, signal } = { ...call, ...telling };
  const { tier } = operation;
  const userId = caller?.kind === 'service' ? undefined : caller?.userId;
  const answer = await runOperationCall(operation, {
    timeoutMs: OPERATION_MS,
    context: { requestId, tier, signal, assertions: caller?.assertions, userId, agent, idempotencyKey },
    readInput: () => call.input,
    run: async (input, context) => {
      // Also after a failure, because it may have changed something.
      const forget = () => operation.changesCaller && call.forgetCaller?.();
      const result = await runWithApproval(call, input, context).finally(forget);
      const renew = () => renewCall(call, context);
      if (operation.http.produces) return runInBackground(() => startFile(renew, result as ProducedFile));
      if (!telling || !result) return result;
      const { end } = telling;
      const events = startEvents({ stream: result as EventStream<unknown>, context, renew, end, callMs: OPERATION_MS });
      return { ...events, whole: async (until: AbortSignal) => operation.output?.parse(await events.whole(until)) };
    },
  });
  return answer as OperationResult<OutputOf<Called>>;
}

/** Runs the operation, under its approval if it needs one. */
async function runWithApproval(call: OperationCall, input: Record<string, unknown>, callContext: CallContext) {
  const { operation, storedHash } = call;
  if (storedHash || asksFor(call, operation, input)) {
    return runApproved(sensitiveCall(call, operation, input), callContext);
  }
  return operation.run(input, contextOf(call));
}

function asksFor({ approvals, caller, catalog }: OperationCall, operation: Operation, input: Record<string, unknown>) {
  return approvals?.needsApproval(operation, input) ?? needsApproval(operation, input, caller, catalog.rules);
}

/** Returns a signal that follows another one and can also be aborted on its own. */
function endable(signal: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return { signal: ending.signal, end };
}

/** Returns the call context for the next chunk of a file: identified again, with its own deadline. */
async function renewCall({ operation, ...call }: OperationCall, context: CallContext): Promise<CallContext> {
  const caller = call.renewCaller ? await call.renewCaller() : call.caller;
  checkCaller(operation, caller);
  return { ...context, deadline: Date.now() + OPERATION_MS, ...(caller ? { assertions: caller.assertions } : {}) };
}

/** Returns the context of an operation, with the functions that run others. */
function contextOf(call: OperationCall): OperationContext {
  const { caller, catalog } = call;
  return {
    ...call.context,
    catalog,
    runProposal: proposalRunner(call),
    askForApproval: approvalAsker(call),
    runApproval: approvalRunner(call),
    maySeeChange: (name, diff) =>
      caller?.kind !== 'agent' || maySeeChange(catalog.find(name), diff, catalog, caller.scopes),
  };
}

/** Proposed changes run as separate calls by the same caller; the version in `If-Match` does not apply to them. */
function proposalRunner(call: OperationCall): OperationContext['runProposal'] {
  return async (change, idempotencyKey, proposer) => {
    const operation = call.catalog.proposed(change);
    const context = { ...call.context, expectedVersion: null };
    const agent = agentOf(proposer) ?? call.agent;
    return (await runOperation({ ...call, operation, input: change.input, idempotencyKey, context, agent })).output;
  };
}

/** Returns the agent of a call, for records. */
function agentOf(recorded: ActivityAgent | null | undefined): AgentCall | undefined {
  if (!recorded) return undefined;
  const { source, actorId, channel } = recorded;
  return {
    surface: AgentSource.parse(source),
    ...(actorId ? { actorId } : {}),
    ...(channel ? { channel } : {}),
  };
}

function sensitiveCall(call: OperationCall, operation: Operation, input: Record<string, unknown>): SensitiveCall {
  const { catalog, caller, agent, storedHash, idempotencyKey, requestId, noteApproval } = call;
  return {
    operation,
    input,
    context: contextOf(call),
    catalog,
    scopes: caller?.kind === 'agent' ? caller.scopes : undefined,
    keeper: call.approvals?.keeper ?? call.context.clients.approvals,
    // The write's idempotency key: a claim under another key could repeat the write.
    claimKey: idempotencyKey ?? requestId,
    approvalId: agent?.approvalId,
    noteApproval,
    storedHash,
  };
}

/** Checks a requested approval as if the agent had made the call. */
function approvalAsker(call: OperationCall): OperationContext['askForApproval'] {
  return async (change, summary) => {
    const operation = call.catalog.find(change.operation);
    if (!operation || !isForAgents(operation)) {
      throw validationError([{ path: 'operation', message: 'must name an operation of /api/agent/schema.' }]);
    }
    checkCaller(operation, call.caller);
    const input = parseInput(operation.input, change.input);
    if (!asksFor(call, operation, input)) {
      throw validationError([{ path: 'operation', message: 'needs no approval. Call it directly.' }]);
    }
    return askForApproval(sensitiveCall(call, operation, input), summary);
  };
}

/** Runs an approved call as if the agent had made it, under the same operation name. */
function approvalRunner(call: OperationCall): OperationContext['runApproval'] {
  return async (approvalId) => {
    const { clients } = call.context;
    const { approval } = await clients.approvals.getApproval({ approvalId });
    if (!approval) throw noSuch('approval');
    const { operation: name, inputHash: storedHash, inputJson } = approval;
    const operation = call.catalog.find(name);
    if (!operation || typeof inputJson !== 'string') {
      throw appError(
        'INVALID_TRANSITION',
        'What was approved can no longer be done. Make the call again, without an approval.',
      );
    }
    const agent: AgentCall = { ...(call.agent ?? { surface: 'https' }), approvalId };
    const context = { ...call.context, expectedVersion: null };
    const input = JSON.parse(inputJson) as unknown;
    const approved = { ...call, operation, input, agent, context, storedHash };
    const { output, replayed } = await runOperation(approved);
    const outer = currentCall();
    if (outer && replayed) outer.replayed = true;
    return { operation: name, output };
  };
}
