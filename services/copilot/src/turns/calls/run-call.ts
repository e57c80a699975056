import { type Grant, isGrantEnded } from '@svc/chassis/assertions/renewal';
import { orAborted } from '@svc/chassis/concurrency/or-aborted';
import { appError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { hashInput } from '@svc/operations/approvals/hash-input';
import { isRefusal } from '@svc/operations/run/refusals';
import type { ApprovalQuestion, AskingTurn, TurnApprovals } from '../../approvals/turn-approvals.js';
import { asksFor } from '../../tools/approval-rule.js';
import type { RunTool, ToolRun } from '../../tools/run-tool.js';
import { isWrite, type Tool } from '../../tools/tool-box.js';
import { beginWrite } from '../../tools/tool-call-repo.js';
import type { TurnTrust } from '../filters/turn-trust.js';
import { TurnOver } from '../turn-over.js';
import { CallFailure } from './judge-call.js';

/** Code of a write whose outcome is unknown. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/** Attempts at a write with an unknown outcome; its idempotency key makes it happen only once. */
const WRITE_TRIES = 2;

/** Dependencies of running a call. */
export interface RunParts {
  readonly pool: Pool;
  readonly tools: { readonly run: RunTool; readonly approvals: TurnApprovals };
  readonly turn: AskingTurn;
  readonly grant: Grant;
  readonly trust: TurnTrust;
  /** Timeout of a tool in milliseconds. */
  readonly toolMs: number;
  readonly signal: AbortSignal;
}

/** A tool call with valid arguments. */
export interface ToolCall {
  /** Unique within the turn. */
  readonly id: string;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The outcome of a call: an answer, or a question to the user. */
export type Ran = { readonly output: unknown } | { readonly question: ApprovalQuestion };

/**
 * Runs a call, or asks the user to approve it. Reads end with the turn; a write that has begun is finished, and happens once. Throws what the user
 * would get on the dashboard; OUTCOME_UNKNOWN for a write that may have happened; GRANT_ENDED once the user may not continue, TurnOver once the turn
 * is to end, and the signal's reason once it is aborted.
 */
export async function runCall(parts: RunParts, call: ToolCall): Promise<Ran> {
  const { tools, turn, trust, signal } = parts;
  let question: ApprovalQuestion | undefined;
  const isAsking = asksFor(call.tool, call.input, trust.isTainted);
  const run: ToolRun = {
    operation: call.tool.operation,
    input: call.input,
    key: `${turn.id}.${call.id}`,
    approvals: {
      needsApproval: (_operation, input) => asksFor(call.tool, input, trust.isTainted),
      keeper: tools.approvals.keeperOf(turn, (asked) => (question = asked)),
    },
  };
  try {
    return { output: isWrite(call.tool) ? await write(parts, call, run, isAsking) : await runOnce(parts, run, signal) };
  } catch (error) {
    if (question && !isGrantEnded(error)) return { question };
    throw error;
  }
}

/** Runs a call exactly as the user approved it. Throws as `runCall` does, and APPROVAL_STALE. */
export function runApprovedCall(
  parts: RunParts,
  call: ToolCall,
  approved: NonNullable<ToolRun['approved']>,
): Promise<unknown> {
  const { tools, turn } = parts;
  return write(parts, call, {
    operation: call.tool.operation,
    input: call.input,
    // The same key after a crash, so that a repetition has no further effect.
    key: approved.id,
    approvals: { needsApproval: () => true, keeper: tools.approvals.keeperOf(turn) },
    approved,
  });
}

async function write(
  parts: RunParts,
  { id, input, tool }: ToolCall,
  toolRun: ToolRun,
  isAsking = false,
): Promise<unknown> {
  const { pool, turn, signal } = parts;
  signal.throwIfAborted();
  const begun = { turnId: turn.id, callId: id, operation: toolRun.operation.name, inputHash: hashInput(input) };
  const beginning = await beginWrite(pool, begun, { isOnce: tool.remote !== undefined });
  if (beginning === 'over') throw new TurnOver();
  if (beginning === 'begun_before') throw outcomeUnknown();
  // MCP servers do not support idempotency keys, so a retry would run the call again.
  const triesMax = tool.remote ? 1 : WRITE_TRIES;
  let hasBegun = false;
  const run = { ...toolRun, onBegin: () => (hasBegun = true) };
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(parts, run);
    } catch (error) {
      // The call must not run while the user is being asked, nor before they are verified again.
      if (isAsking || !hasBegun || isRefusal(error) || isGrantEnded(error)) throw error;
      if (tries === triesMax) throw outcomeUnknown(error);
    }
  }
}

/** One attempt, limited by its timeout and the signal. */
async function runOnce({ tools, grant, toolMs }: RunParts, run: ToolRun, signal?: AbortSignal): Promise<unknown> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(appError('TIMEOUT', 'The tool took too long. Ask it for less.')), toolMs);
  const ending = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    return await orAborted(tools.run(grant, run, { timeoutMs: toolMs, signal: ending }), ending);
  } finally {
    clearTimeout(timer);
  }
}

function outcomeUnknown(cause?: unknown): CallFailure {
  const message = 'It is unknown whether the change was made. Read the record before you try again, and tell the user.';
  return new CallFailure(OUTCOME_UNKNOWN, message, cause);
}
