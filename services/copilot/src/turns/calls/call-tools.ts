import { isGrantEnded } from '@svc/chassis/assertions/renewal';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import type { ApprovalQuestion, TurnApprovals } from '../../approvals/turn-approvals.js';
import type { CalledTool } from '../../models/ask-model.js';
import type { PromptMessage } from '../../models/prompt-message.js';
import type { RunTool } from '../../tools/run-tool.js';
import { isTainting } from '../../tools/taint.js';
import { isWrite, type Tool, type ToolBox } from '../../tools/tool-box.js';
import type { ToolCallRecord } from '../../tools/tool-call-repo.js';
import { shownResult } from '../../tools/tool-result.js';
import { TurnOver } from '../turn-over.js';
import type { TurnRecord } from '../turn-record.js';
import { checkNotDenied } from './denied-calls.js';
import { type CallError, CallFailure, judgeCall, type JudgedCall, NO_SUCH_TOOL, toCallError } from './judge-call.js';
import { type Ended, errorText, reportError, type ReportingParts, reportOutput } from './report-result.js';
import { OUTCOME_UNKNOWN, runCall, type RunParts } from './run-call.js';

/** Maximum calls of a step; further ones are ignored. */
const STEP_CALLS_MAX = 32;
/** Maximum reads in parallel. */
const AT_ONCE = 3;

/** The process's tools, and the function that runs them. */
export interface TurnTools {
  readonly box: ToolBox;
  readonly run: RunTool;
  /** Where turns ask their users for approval. */
  readonly approvals: TurnApprovals;
}

/** Loads the tools on first use, to save memory; undefined when no model calls any. */
export type OpenTools = () => Promise<TurnTools | undefined>;

/** Dependencies of the tools of a turn. */
export interface CallingParts extends RunParts, ReportingParts {
  readonly tools: TurnTools;
  /** Records the calls. */
  readonly record: TurnRecord;
  /** Families whose tools are offered. */
  readonly loaded: Set<string>;
  readonly log: Log;
}

/** The outcome of a step's calls. */
export interface CalledTools {
  /** Messages to add to the prompt. */
  readonly said: readonly PromptMessage[];
  /** Some calls wait for the user, so the messages are incomplete. */
  readonly areWaiting: boolean;
}

/** The output of a model's step. */
export interface ToolStep {
  /** Counted from 1. */
  readonly step: number;
  readonly text: string;
  readonly called: readonly CalledTool[];
}

/**
 * Runs the calls of a step, and asks the user for the approvals they need. Throws GRANT_ENDED once the user may not continue, TurnOver once the turn
 * is to end, and the signal's reason once it is aborted.
 */
export async function callTools(parts: CallingParts, { step, text, called }: ToolStep): Promise<CalledTools> {
  const { live, tools } = parts;
  const calls = called
    .slice(0, STEP_CALLS_MAX)
    .map((call, at) => admit(parts, judgeCall(`c${step}-${at + 1}`, call, tools.box)));
  for (const { id, toolName, input, work } of calls) {
    const refused = 'refusal' in work ? { errorText: errorText(work.refusal) } : {};
    live.addCall({ toolName, toolCallId: id, input, ...refused });
  }
  const ended = new Map<string, Ended | ApprovalQuestion>();
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
  const said: PromptMessage[] = [
    { role: 'assistant', text, calls: calls.map(({ id, name, input }) => ({ id, name, input: toObject(input) })) },
    { role: 'tool', results: calls.map(({ id, name }) => ({ id, name, text: textOf(ended.get(id)) })) },
  ];
  return { said, areWaiting: [...ended.values()].some((each) => 'approvalId' in each) };
}

function textOf(ended: Ended | ApprovalQuestion | undefined): string {
  return ended && 'text' in ended ? ended.text : '';
}

/** Records that a tool was called; a refused call does not count. */
function note(
  { record }: CallingParts,
  { id, toolName, work }: JudgedCall,
  startedAt: Date,
  ended: Ended | ApprovalQuestion | undefined,
): void {
  if ('refusal' in work) return;
  const call = { callId: id, operation: toolName, startedAt };
  if (ended && 'approvalId' in ended) {
    const approval = { id: ended.approvalId, expiresAt: ended.expiresAt };
    record.toolCalls.push({ ...call, status: 'waiting', errorCode: null, endedAt: null, approval });
    return;
  }
  const errorCode = ended ? ended.errorCode : 'STOPPED';
  record.toolCalls.push({ ...call, status: statusOf(errorCode), errorCode, endedAt: new Date() });
}

/** Status to record for an ended call: `done` without an error code, `unknown` if it may have taken effect, else `failed`. */
export function statusOf(errorCode: string | null): ToolCallRecord['status'] {
  if (errorCode === null) return 'done';
  return errorCode === OUTCOME_UNKNOWN ? 'unknown' : 'failed';
}

/** Providers accept only objects as arguments. */
function toObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}

/** Charges a call to the turn's budget; refused once the budget is used up. */
function admit({ budget }: CallingParts, call: JudgedCall): JudgedCall {
  if (!budget.spendCall()) {
    const message = 'This answer may call no more tools. Answer with what you know.';
    return { ...call, work: { refusal: { code: 'TOOL_LIMIT_REACHED', message } } };
  }
  if ('refusal' in call.work) budget.noteRefusal(call.work.refusal.code === NO_SUCH_TOOL);
  else budget.forgive();
  return call;
}

async function endOf(parts: CallingParts, call: JudgedCall): Promise<Ended | ApprovalQuestion> {
  const { work } = call;
  if ('refusal' in work) return reportError(parts, call, work.refusal);
  if ('family' in work) {
    parts.loaded.add(work.family);
    const names = parts.tools.box.tools
      .filter(({ operation }) => operation.family === work.family)
      .map(({ name }) => name);
    return reportOutput(parts, call, { output: { family: work.family, tools: names }, taints: false });
  }
  const { tool, parsed: input } = work;
  try {
    checkNotDenied(parts.live.parts, { tool, input });
    const ran = await runCall(parts, { id: call.id, tool, input });
    if ('question' in ran) return askUser(parts, call, tool, ran.question);
    const { output } = ran;
    return reportOutput(parts, call, { output, taints: isTaintingIn(parts, tool, output) });
  } catch (error) {
    return reportError(parts, call, failureOfCall(parts, tool, error));
  }
}

/** Whether a result taints the turn. */
export function isTaintingIn(
  { turn, trust }: Pick<CallingParts, 'turn' | 'trust'>,
  tool: Tool,
  output: unknown,
): boolean {
  return isTainting(tool.operation, output, { userId: turn.ownerId, knows: (text) => trust.hasRead(text) });
}

/** The error as the model sees it. Rethrows errors that end the turn. */
export function failureOfCall(
  { turn, signal, log }: Pick<CallingParts, 'turn' | 'signal' | 'log'>,
  tool: Tool,
  error: unknown,
): CallError {
  if (isGrantEnded(error) || error instanceof TurnOver) throw error;
  // A write is recorded even when it ends the turn.
  if (!isWrite(tool)) signal.throwIfAborted();
  if (signal.aborted && error === signal.reason) throw error;
  if (!(error instanceof AppError || error instanceof CallFailure)) {
    log.error(
      { err: error, turnId: turn.id, operation: tool.operation.name },
      'a tool of the copilot failed because of a bug',
    );
  }
  return toCallError(error);
}

/** Shows the user what a call would do, with parsed and stored values only, and none of the model's text. */
function askUser(
  { live }: CallingParts,
  { id }: JudgedCall,
  { operation }: Tool,
  question: ApprovalQuestion,
): ApprovalQuestion {
  const { approvalId, summary, diff, expiresAt } = question;
  const shown = shownResult(diff);
  live.askFor(id, {
    type: 'data-approval',
    id: approvalId,
    data: {
      approvalId,
      toolCallId: id,
      title: operation.summary,
      summary,
      diff: Array.isArray(shown) ? shown : null,
      destructive: operation.destructive,
      expiresAt: expiresAt.toISOString(),
    },
  });
  return question;
}

/** Processes calls in order: consecutive reads in parallel, writes one after the other. */
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

/** Processes items in order, a limited number in parallel. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workOff = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
