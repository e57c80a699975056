import { isGrantEnded, type Grant } from '@svc/chassis/assertions/renewal';
import { appError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { hashInput } from '@svc/operations/approvals/hash-input';
import { isRefusal } from '@svc/operations/refusals';
import { asksFor } from '../tools/asking.js';
import type { RunTool } from '../tools/run-tool.js';
import type { Tool } from '../tools/tool-box.js';
import { beginWrite } from '../tools/tool-call-repo.js';
import { CallFailure } from './judge-call.js';
import { stopWith } from './stop-with.js';
import { TurnOver } from './turn-over.js';
import type { TurnTrust } from './turn-trust.js';

/** Code of a write of which nobody says whether it was made. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/** How often a write is tried whose outcome is not known: under its key it happens once. */
const WRITE_TRIES = 2;

/** What a call runs with. */
export interface RunParts {
  readonly pool: Pool;
  readonly tools: { readonly run: RunTool };
  readonly turn: { readonly id: string; readonly ownerId: string };
  readonly grant: Grant;
  readonly trust: TurnTrust;
  /** Milliseconds that a tool may take. */
  readonly toolMs: number;
  readonly signal: AbortSignal;
}

/** A call of a tool whose arguments are as they have to be. */
export interface ToolCall {
  /** The only one of its name in the turn. */
  readonly id: string;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Whether a call may change something. */
export function isWrite({ operation: { tier } }: Tool): boolean {
  return tier > 0;
}

/**
 * Runs a call, and answers what it answers. What reads ends with the turn; a write that has begun is brought to its end, and happens once.
 * Throws what the user would get on the dashboard; OUTCOME_UNKNOWN for a write of which nobody says whether it was made; GRANT_ENDED once
 * the user may not go on, TurnOver once the turn is to end, and the signal's reason once it is aborted.
 */
export async function runCall(parts: RunParts, call: ToolCall): Promise<unknown> {
  const { pool, turn, trust, signal } = parts;
  if (!isWrite(call.tool)) return stopWith(signal, runOnce(parts, call, signal));
  signal.throwIfAborted();
  const { operation } = call.tool;
  if (asksFor(operation, call.input, trust.isTainted)) throw notUnasked();
  const begun = { turnId: turn.id, callId: call.id, operation: operation.name, inputHash: hashInput(call.input) };
  if (!(await beginWrite(pool, begun))) throw new TurnOver();
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(parts, call);
    } catch (error) {
      if (isRefusal(error) || isGrantEnded(error)) throw error;
      if (tries === WRITE_TRIES) throw outcomeUnknown(error);
    }
  }
}

/** One try, for as long as it may take, and no longer than until the signal is aborted. */
async function runOnce(
  { tools, turn, grant, toolMs }: RunParts,
  { id, tool, input }: ToolCall,
  signal?: AbortSignal,
): Promise<unknown> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(appError('TIMEOUT', 'The tool took too long. Ask it for less.')), toolMs);
  const ending = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const run = { operation: tool.operation, input, key: `${turn.id}.${id}` };
  try {
    return await stopWith(ending, tools.run(grant, run, { timeoutMs: toolMs, signal: ending }));
  } finally {
    clearTimeout(timer);
  }
}

function outcomeUnknown(cause: unknown): CallFailure {
  const message = 'Nobody says whether the change was made. Read the record before you try again, and tell the user.';
  return new CallFailure(OUTCOME_UNKNOWN, message, cause);
}

function notUnasked(): CallFailure {
  const message =
    'What others wrote was read in this conversation, so nothing is changed in it. Tell the user what to change.';
  return new CallFailure('APPROVAL_REQUIRED', message);
}
