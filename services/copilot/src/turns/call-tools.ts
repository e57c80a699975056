import { isGrantEnded } from '@svc/chassis/assertions/renewal';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/log';
import type { CalledTool } from '../models/ask-model.js';
import type { Said } from '../models/said.js';
import type { RunTool } from '../tools/run-tool.js';
import { isTainting } from '../tools/taint.js';
import type { ToolBox } from '../tools/tool-box.js';
import type { ToolCallRecord } from '../tools/tool-call-repo.js';
import { resultBlock, resultBytes, shownResult } from '../tools/tool-result.js';
import { CallFailure, judgeCall, toCallError, type CallError, type JudgedCall } from './judge-call.js';
import type { LiveTurn } from './live-turn.js';
import { isWrite, OUTCOME_UNKNOWN, runCall, type RunParts } from './run-call.js';
import type { ToolBudget } from './tool-budget.js';
import { TurnOver } from './turn-over.js';
import type { TurnRecord } from './turn-record.js';

/** Calls of a step that are looked at at all. */
const STEP_CALLS_MAX = 32;
/** Reads that run at once. */
const AT_ONCE = 3;

/** The tools of the process, and how they run. */
export interface TurnTools {
  readonly box: ToolBox;
  readonly run: RunTool;
}

/** What the tools of a turn need. */
export interface CallingParts extends RunParts {
  readonly tools: TurnTools;
  readonly live: LiveTurn;
  readonly budget: ToolBudget;
  /** Keeps what was called. */
  readonly record: TurnRecord;
  /** Marks what is told of results. */
  readonly boundary: string;
  /** Families whose tools are offered. */
  readonly loaded: Set<string>;
  readonly log: Log;
}

/** How a call ended, and what the model is told of it. */
interface Ended {
  readonly text: string;
  readonly errorCode: string | null;
}

/** What a step of a model has said and called. */
export interface ToolStep {
  /** Counted from 1. */
  readonly step: number;
  readonly text: string;
  readonly called: readonly CalledTool[];
}

/**
 * Runs what a step of a model has called, and answers what it is told of that from now on. Throws GRANT_ENDED once the user may not
 * go on, TurnOver once the turn is to end, and the signal's reason once it is aborted.
 */
export async function callTools(parts: CallingParts, { step, text, called }: ToolStep): Promise<Said[]> {
  const { live, tools } = parts;
  const calls = called
    .slice(0, STEP_CALLS_MAX)
    .map((call, at) => admit(parts, judgeCall(`c${step}-${at + 1}`, call, tools.box)));
  for (const { id, toolName, input, work } of calls) {
    const refused = 'refusal' in work ? { errorText: errorText(work.refusal) } : {};
    live.addCall({ toolName, toolCallId: id, input, ...refused });
  }
  const ended = new Map<string, Ended>();
  const failures: unknown[] = [];
  await inOrder(calls, async (call) => {
    if (failures.length > 0) return;
    const startedAt = new Date();
    try {
      ended.set(call.id, await endOf(parts, call));
    } catch (error) {
      failures.push(error);
    }
    note(parts, call, startedAt, ended.get(call.id));
  });
  if (failures.length > 0) throw failures[0];
  parts.signal.throwIfAborted();
  return [
    { role: 'assistant', text, calls: calls.map(({ id, name, input }) => ({ id, name, input: toObject(input) })) },
    { role: 'tool', results: calls.map(({ id, name }) => ({ id, name, text: ended.get(id)?.text ?? '' })) },
  ];
}

/** Keeps that a tool was called; what was refused was none. */
function note(
  { record }: CallingParts,
  { id, toolName, work }: JudgedCall,
  startedAt: Date,
  ended: Ended | undefined,
): void {
  if ('refusal' in work) return;
  const errorCode = ended ? ended.errorCode : 'STOPPED';
  const status = statusOf(errorCode);
  record.toolCalls.push({ callId: id, operation: toolName, status, errorCode, startedAt, endedAt: new Date() });
}

function statusOf(errorCode: string | null): ToolCallRecord['status'] {
  if (errorCode === null) return 'done';
  return errorCode === OUTCOME_UNKNOWN ? 'unknown' : 'failed';
}

/** Providers take nothing else for arguments. */
function toObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}

/** Takes a call off the budget of the turn; one too many is refused. */
function admit({ budget }: CallingParts, call: JudgedCall): JudgedCall {
  if (!budget.spendCall()) {
    const message = 'You have called all the tools that an answer may. Answer with what you know.';
    return { ...call, work: { refusal: { code: 'TOOL_LIMIT_REACHED', message } } };
  }
  budget.noteArguments(!('refusal' in call.work));
  return call;
}

async function endOf(parts: CallingParts, call: JudgedCall): Promise<Ended> {
  const { id, toolName, work } = call;
  if ('refusal' in work) return tellError(parts, call, work.refusal);
  if ('family' in work) {
    parts.loaded.add(work.family);
    const names = parts.tools.box.tools
      .filter(({ operation }) => operation.family === work.family)
      .map(({ name }) => name);
    return tell(parts, { id, toolName }, { family: work.family, tools: names });
  }
  const { tool, parsed } = work;
  try {
    const output = await runCall(parts, { id, tool, input: parsed });
    return tell(parts, { id, toolName }, output, isTainting(tool.operation, output, parts.turn.ownerId));
  } catch (error) {
    if (isGrantEnded(error) || error instanceof TurnOver) throw error;
    // A write is told of also where the turn ends with it.
    if (!isWrite(tool)) parts.signal.throwIfAborted();
    if (error === parts.signal.reason) throw error;
    if (!(error instanceof AppError || error instanceof CallFailure)) {
      parts.log.error(
        { err: error, turnId: parts.turn.id, operation: toolName },
        'a tool of the copilot failed by our fault',
      );
    }
    const said = toCallError(error);
    parts.live.endCall(id, { errorText: errorText(said) });
    return tellError(parts, call, said);
  }
}

function tell(
  { trust, budget, live, boundary }: CallingParts,
  { id, toolName }: Pick<JudgedCall, 'id' | 'toolName'>,
  output: unknown,
  taints = false,
): Ended {
  const shown = shownResult(output, budget.resultBytes);
  budget.spendResult(resultBytes(shown));
  trust.read(shown, taints);
  live.endCall(id, { output: shown });
  return { text: resultBlock(toolName, shown, boundary), errorCode: null };
}

/** An error is told as any other result: what it says of the arguments may be anybody's words. */
function tellError({ boundary }: CallingParts, { toolName }: JudgedCall, error: CallError): Ended {
  const text = resultBlock(toolName, shownResult({ error }), boundary);
  return { text, errorCode: error.code };
}

function errorText({ code, message }: CallError): string {
  return `${code}: ${message}`;
}

/** Works on calls in their order: on reads that follow each other at once, on writes one after the other. */
async function inOrder(calls: readonly JudgedCall[], work: (call: JudgedCall) => Promise<void>): Promise<void> {
  let reads: JudgedCall[] = [];
  for (const call of calls) {
    if (!('tool' in call.work && isWrite(call.work.tool))) reads.push(call);
    else {
      await inTurns(reads, work);
      reads = [];
      await work(call);
    }
  }
  await inTurns(reads, work);
}

/** Works on some at once, in their order. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workOff = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
