import { randomUUID } from 'node:crypto';
import { type AgentCall, runInCall } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { ErrorKind } from '@svc/chassis/errors/error-codes';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import type { Log } from '@svc/chassis/logging/log';
import { referencesJson } from '@svc/chassis/tool-calls/references';
import { toolCallId } from '@svc/chassis/tool-calls/tool-call-id';
import { statusOf } from '@svc/http-host/http/operation-answer';
import type { OperationCatalog } from '@svc/operations/registry/catalog';
import type { Operation } from '@svc/operations/registry/define-operation';
import type { Clients } from '@svc/operations/run/clients';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import type { ToolCall as StoredToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';
import { countLost, gatherCalls, type GatheredCalls } from './gathered-calls.js';
import { referencesOf } from './tool-call-references.js';

/** Facts about a finished call. */
export interface ToolCall {
  readonly caller: AgentCaller;
  readonly operation: string;
  readonly requestId: string;
  readonly agent: AgentCall;
  /** The approval that the call claimed, or was refused; undefined when it needed none, even if it named one. */
  readonly approvalId: string | undefined;
  /** The operation's output; undefined when it failed. */
  readonly output: unknown;
  readonly replayed: boolean;
  /** The thrown error; undefined for success. */
  readonly failure: unknown;
  readonly durationMs: number;
}

/** Records the calls of agents. */
export interface ToolCallRecorder {
  record(call: ToolCall): void;
  /** Sends the waiting records. */
  stop(): Promise<void>;
}

export interface ToolCallRecorderOptions {
  readonly clients: Pick<Clients, 'toolCalls'>;
  readonly catalog: Pick<OperationCatalog, 'find'>;
  readonly log: Log;
}

/** Milliseconds for which records are batched. */
const GATHER_MS = 200;
/** Timeout of a report in milliseconds. */
const REPORT_MS = 5_000;
/** Agents whose number of lost records is remembered until they call again. */
const UNTOLD_MAX = 10_000;
/** Error codes of calls that an agent may not make, or not now. */
const DENIED: ReadonlySet<ErrorKind> = new Set(['forbidden', 'unauthenticated', 'rate_limited']);

interface Gathering {
  /** The agent's newest assertion, which authorizes the report. */
  assertions: Readonly<Record<string, string>>;
  readonly gathered: GatheredCalls;
}

/**
 * Reports calls to identity five times a second, for each agent with its own assertion. When a service itself reports a write, both records have the
 * same id. When records do not fit, or a report is lost, the next report has the number of missing records. Records are lost when this process dies,
 * except those of writes, which their services report too.
 */
export function createToolCallRecorder({ clients, catalog, log }: ToolCallRecorderOptions): ToolCallRecorder {
  let gathering = new Map<string, Gathering>();
  const untold = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const report = async (agent: string, { assertions, gathered }: Gathering): Promise<void> => {
    const context = {
      requestId: newId(),
      assertions,
      deadline: Date.now() + REPORT_MS,
      signal: new AbortController().signal,
    };
    const calls = gathered.records();
    try {
      await runInCall(context, () => clients.toolCalls.recordOwnToolCalls({ calls }));
    } catch (error) {
      log.warn({ err: error, records: calls.length }, 'records of agent calls were not delivered');
      const lost = (untold.get(agent) ?? 0) + countLost(calls);
      if (lost > 0 && (untold.has(agent) || untold.size < UNTOLD_MAX)) untold.set(agent, lost);
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const reports = [...gathering];
    gathering = new Map();
    await Promise.all(reports.map(([agent, own]) => report(agent, own)));
  };

  return {
    record(call) {
      const { userId, connectionId, assertions } = call.caller;
      const agent = `${userId} ${connectionId}`;
      let own = gathering.get(agent);
      if (!own) {
        own = { assertions, gathered: gatherCalls(untold.get(agent)) };
        untold.delete(agent);
        gathering.set(agent, own);
      }
      own.assertions = assertions;
      own.gathered.add(toRecord(call, catalog.find(call.operation)));
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    stop: flush,
  };
}

function toRecord(call: ToolCall, described: Operation | undefined): StoredToolCall {
  const tier = described?.tier ?? 0;
  const { caller, operation, requestId, agent, output, replayed, failure, durationMs } = call;
  const { userId, connectionId } = caller;
  const { actorId, channel, surface, recordId } = agent;
  const isWrite = tier > 0 && failure === undefined && !replayed;
  return {
    id: isWrite ? toolCallId({ userId, connectionId, operation, requestId, recordId }) : randomUUID(),
    userId,
    connectionId,
    operation,
    tier,
    requestId,
    actorId,
    channel,
    surface,
    ...outcomeOf(failure, described ? successOf(described, output) : 200),
    durationMs,
    approvalId: call.approvalId ?? approvalIn(failure instanceof AppError ? failure.data : output),
    handlesJson: referencesJson(referencesOf(described?.family, output)),
    replayed,
    at: new Date(),
  };
}

/** HTTP status of a successful call; files are sent whole or as a range. */
function successOf({ http, output: schema }: Operation, output: unknown): number {
  if (http.produces !== undefined || http.fileTypes !== undefined) return 200;
  return statusOf(http, schema ? (output ?? {}) : undefined);
}

/** The approval that a response or a refusal names. */
function approvalIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('approvalId' in answer)) return undefined;
  return typeof answer.approvalId === 'string' ? answer.approvalId : undefined;
}

function outcomeOf(failure: unknown, success: number): Pick<StoredToolCall, 'status' | 'httpStatus' | 'code'> {
  if (failure === undefined) return { status: 'ok', httpStatus: success, code: undefined };
  if (!(failure instanceof AppError)) return { status: 'failed', httpStatus: 500, code: 'INTERNAL' };
  const { kind, code } = failure;
  return { status: DENIED.has(kind) ? 'denied' : 'failed', httpStatus: HTTP_STATUS[kind], code };
}
