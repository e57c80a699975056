import type { Item, Output } from '../../api/operations.js';
import type { StreamPart } from '../../api/stream-parts.js';

/** A part of an answer: text or reasoning, and where a model call begins. */
export type AnswerPart =
  | { readonly type: 'step-start' }
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly id?: string; readonly isOpen?: boolean }
  | ToolCall;

/** A look-up or change of the copilot: `input-available` while it runs, `approval-requested` while it waits for the user. */
export interface ToolCall {
  readonly type: 'dynamic-tool';
  /** Name of the operation. */
  readonly toolName: string;
  readonly toolCallId: string;
  readonly state: 'input-available' | 'approval-requested' | 'output-available' | 'output-error' | 'output-denied';
  readonly approval?: { readonly id: string } | undefined;
  /** The change that the user was asked to approve. */
  readonly asked?: Question | undefined;
  readonly input: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
}

type Part = Item<'copilot.list_messages'>['parts'][number];

/** A question to the user, in the product's words. */
export type Question = Extract<Part, { type: 'data-approval' }>['data'];

/** How an answer ended. */
export type AnswerEnd =
  | { readonly status: 'completed' | 'stopped' | 'awaiting_approval' }
  | {
      readonly status: 'failed';
      readonly code: string | undefined;
      readonly sentence: string;
      /** The request id of a failure. */
      readonly requestId?: string | undefined;
      /** When to try again. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** The day's free answers. */
export type FreeAnswers = Output<'copilot.get_usage'>['free'];

/** An answer built from the parts of its stream that have arrived. */
export interface Answer {
  readonly messageId: string | undefined;
  readonly turnId: string | undefined;
  readonly modelId: string | undefined;
  readonly parts: readonly AnswerPart[];
  readonly end: AnswerEnd | undefined;
  /** Remaining free answers of the day; undefined until known. */
  readonly free: FreeAnswers | undefined;
}

export const NO_ANSWER: Answer = {
  messageId: undefined,
  turnId: undefined,
  modelId: undefined,
  parts: [],
  end: undefined,
  free: undefined,
};

/** The answer after another part of its stream; unknown parts change nothing. */
export function addPart(answer: Answer, part: StreamPart): Answer {
  switch (part.type) {
    case 'start':
      // A followed stream repeats its message from the beginning.
      return {
        ...NO_ANSWER,
        messageId: textOf(part['messageId']),
        turnId: memberOf(part['messageMetadata'], 'turnId'),
      };
    case 'start-step':
      return { ...answer, parts: [...answer.parts, { type: 'step-start' }] };
    case 'reset-step':
      return { ...answer, parts: answer.parts.slice(0, 1 + answer.parts.findLastIndex(isStep)) };
    case 'text-start':
    case 'reasoning-start':
      return begin(answer, part.type === 'text-start' ? 'text' : 'reasoning', part);
    case 'text-delta':
    case 'reasoning-delta':
      return change(answer, part, ({ text, ...open }) => ({ ...open, text: text + (textOf(part['delta']) ?? '') }));
    case 'text-end':
    case 'reasoning-end':
      return change(answer, part, (open) => ({ ...open, isOpen: false }));
    case 'tool-input-available':
    case 'tool-input-error':
      return { ...answer, parts: [...answer.parts, calledTool(part)] };
    case 'tool-output-available':
      return endCall(answer, part, { state: 'output-available', output: part['output'] });
    case 'tool-output-error':
      return endCall(answer, part, { state: 'output-error', errorText: textOf(part['errorText']) });
    case 'tool-approval-request':
      return endCall(answer, part, { state: 'approval-requested', approval: { id: textOf(part['approvalId']) ?? '' } });
    case 'data-approval': {
      const asked = part['data'] as Question | undefined;
      return endCall(answer, { type: part.type, toolCallId: asked?.toolCallId }, { asked });
    }
    case 'tool-output-denied':
      return endCall(answer, part, { state: 'output-denied' });
    case 'data-model':
      return { ...answer, modelId: memberOf(part['data'], 'modelId') };
    case 'data-usage':
      return { ...answer, free: freeOf(part['data']) };
    default:
      return endWith(answer, part);
  }
}

function endWith(answer: Answer, part: StreamPart): Answer {
  const failure = answer.end?.status === 'failed' ? answer.end : undefined;
  switch (part.type) {
    case 'data-error':
      return { ...answer, end: failureOf(part['data']) };
    case 'error': {
      const sentence = textOf(part['errorText']) ?? '';
      return { ...answer, end: { ...(failure ?? failureOf(undefined)), sentence } };
    }
    case 'finish':
      return { ...answer, end: failure ?? { status: isWaiting(answer.parts) ? 'awaiting_approval' : 'completed' } };
    case 'abort':
      return { ...answer, end: { status: 'stopped' } };
    default:
      return answer;
  }
}

function failureOf(data: unknown): Extract<AnswerEnd, { status: 'failed' }> {
  const { retryAfterSeconds } = (data ?? {}) as { readonly retryAfterSeconds?: unknown };
  return {
    status: 'failed',
    code: memberOf(data, 'code'),
    sentence: '',
    requestId: memberOf(data, 'requestId'),
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
  };
}

function begin(answer: Answer, type: 'text' | 'reasoning', { id }: StreamPart): Answer {
  return { ...answer, parts: [...answer.parts, { type, text: '', id: String(id), isOpen: true }] };
}

function calledTool(part: StreamPart): ToolCall {
  return {
    type: 'dynamic-tool',
    toolName: textOf(part['toolName']) ?? '',
    toolCallId: textOf(part['toolCallId']) ?? '',
    state: part.type === 'tool-input-error' ? 'output-error' : 'input-available',
    input: part['input'],
    errorText: textOf(part['errorText']),
  };
}

function endCall(answer: Answer, { toolCallId }: StreamPart, outcome: Partial<ToolCall>): Answer {
  const parts = answer.parts.map((part) =>
    part.type === 'dynamic-tool' && part.toolCallId === toolCallId ? { ...part, ...outcome } : part,
  );
  return { ...answer, parts };
}

type Said = Extract<AnswerPart, { readonly text: string }>;

/** Changes the open part with this id. */
function change(answer: Answer, { id }: StreamPart, changed: (open: Said) => Said): Answer {
  const at = answer.parts.findLastIndex((part) => 'text' in part && part.id === id && part.isOpen === true);
  const open = answer.parts[at];
  if (!open || !('text' in open)) return answer;
  return { ...answer, parts: answer.parts.with(at, changed(open)) };
}

const isStep = ({ type }: AnswerPart): boolean => type === 'step-start';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function memberOf(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null ? textOf((value as Record<string, unknown>)[name]) : undefined;
}

function freeOf(data: unknown): FreeAnswers | undefined {
  const { free } = (data ?? {}) as { readonly free?: FreeAnswers };
  return typeof free?.limit === 'number' && typeof free.resetAt === 'string' ? free : undefined;
}

/** Whether an answer waits for the user's decision. */
function isWaiting(parts: readonly AnswerPart[]): boolean {
  return parts.some((part) => part.type === 'dynamic-tool' && part.state === 'approval-requested');
}

/** How a question to the user ended without their decision; undefined for an open or decided one. */
export function undecidedEnd({
  state,
  approval,
  errorText = '',
}: Pick<ToolCall, 'state' | 'approval' | 'errorText'>): 'withdrawn' | 'expired' | undefined {
  if (state !== 'output-error' || !approval) return undefined;
  if (errorText.startsWith('WITHDRAWN:')) return 'withdrawn';
  return errorText.startsWith('APPROVAL_EXPIRED:') ? 'expired' : undefined;
}

/** Name of the tool called under an id. */
export function toolNamed({ parts }: Answer, toolCallId: unknown): string | undefined {
  const call = parts.find((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId);
  return call?.type === 'dynamic-tool' ? call.toolName : undefined;
}

/** The text of an answer, without its model's reasoning. */
export function saidIn(parts: readonly AnswerPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}
