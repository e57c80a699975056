import type { IncomingMessage } from 'node:http';
import type { AgentCall, AgentSurface } from '@svc/chassis/calls/call-context';
import type { NotedResponse } from '@svc/http-host/http/begin-request';
import { setHeaders } from '@svc/http-host/http/error-answer';
import { rateLimitHeaders } from '@svc/http-host/http/rate-limit-headers';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import { v7 as newId } from 'uuid';
import type { BridgeOptions } from './bridge.js';
import type { CallHeaders } from './call-headers.js';
import type { ToolCall } from './tool-call-recorder.js';

/** One call of an agent, as far as the bridge has parsed it. */
export interface BridgeCall {
  readonly caller: AgentCaller;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly agent: AgentCall;
}

/** Facts for the record of a call, collected while it runs. */
export interface CallNotes {
  readonly caller: AgentCaller;
  readonly startedAt: number;
  isCounted: boolean;
  /** What the agent says of itself: of its connection, until the call's own headers are read. */
  agent: AgentCall;
  /** The approval that the call claimed, or was refused. */
  approvalId: string | undefined;
  output: unknown;
  replayed: boolean;
}

export function beginNotes(caller: AgentCaller, surface: AgentSurface): CallNotes {
  const startedAt = performance.now();
  const agent = agentCallOf(caller, {}, surface);
  return { caller, startedAt, isCounted: false, agent, approvalId: undefined, output: undefined, replayed: false };
}

/** An agent's claims about itself: in this call, else at sign-in. */
export function agentCallOf(
  caller: AgentCaller,
  headers: Partial<Pick<CallHeaders, 'actorId' | 'channel' | 'approvalId'>>,
  surface: AgentSurface,
): AgentCall {
  const actorId = headers.actorId ?? caller.actorId;
  const channel = headers.channel ?? caller.channel;
  return {
    surface,
    recordId: newId(),
    ...(actorId === null ? {} : { actorId }),
    ...(channel === null ? {} : { channel }),
    ...(headers.approvalId === undefined ? {} : { approvalId: headers.approvalId }),
  };
}

/** Checks maintenance, then counts the call against the limits, once per request. Throws MAINTENANCE or RATE_LIMITED. */
export async function admitCall(
  notes: CallNotes,
  isWrite: boolean,
  response: NotedResponse,
  { checkMaintenance, limits }: Pick<BridgeOptions, 'checkMaintenance' | 'limits'>,
): Promise<void> {
  await checkMaintenance(notes.caller);
  if (notes.isCounted) return;
  notes.isCounted = true;
  const ofCalls = await limits.spendCall(notes.caller);
  setHeaders(response, rateLimitHeaders(ofCalls));
  if (!isWrite) return;
  const ofWrites = await limits.spendWrite(notes.caller);
  if (ofWrites.remaining < ofCalls.remaining) setHeaders(response, rateLimitHeaders(ofWrites));
}

/** The record of a finished call. */
export function recordOf(notes: CallNotes, operation: string, requestId: string, failure: unknown): ToolCall {
  const { caller, agent, approvalId, output, replayed, startedAt } = notes;
  const durationMs = Math.round(performance.now() - startedAt);
  return { caller, operation, requestId, agent, approvalId, output, replayed, failure, durationMs };
}

/** Notes on requests in flight. */
export function createNotes() {
  const notes = new WeakMap<IncomingMessage, CallNotes>();
  return {
    begin: (request: IncomingMessage, caller: AgentCaller): void =>
      void notes.set(request, beginNotes(caller, 'https')),
    of(request: IncomingMessage): CallNotes {
      const found = notes.get(request);
      if (!found) throw new Error('The sender of this request was never identified.');
      return found;
    },
  };
}
