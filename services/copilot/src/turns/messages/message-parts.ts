/** The question to the user about a call, and their answer. */
export interface PartApproval {
  readonly id: string;
  /** Absent until decided. */
  readonly approved?: boolean;
  /** The reason for a denial. */
  readonly reason?: string;
}

/** A tool call in a message: `input-available` while it runs, `approval-requested` while it waits for the user. */
export interface ToolPart {
  readonly type: 'dynamic-tool';
  /** Name of the operation. */
  readonly toolName: string;
  /** Unique within the message. */
  readonly toolCallId: string;
  readonly state: 'input-available' | 'approval-requested' | 'output-available' | 'output-error' | 'output-denied';
  readonly input: unknown;
  readonly approval?: PartApproval;
  readonly output?: unknown;
  readonly errorText?: string;
}

interface WordsPart {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
  readonly state?: 'done';
}

/** The effect of a waiting call, in the product's own words. */
export interface ApprovalPart {
  readonly type: 'data-approval';
  /** Id of the approval. */
  readonly id: string;
  readonly data: {
    readonly approvalId: string;
    readonly toolCallId: string;
    /** Description of the operation. */
    readonly title: string;
    /** Description of the call. */
    readonly summary: string;
    /** Each field before and after; null when too long. */
    readonly diff: unknown;
    readonly destructive: boolean;
    /** ISO 8601; the user can decide until then. */
    readonly expiresAt: string;
  };
}

/** A part of a stored message, as the UI message stream v1 has it. */
export type MessagePart = { readonly type: 'step-start' } | WordsPart | ToolPart | ApprovalPart;

/** The deal that the user viewed while writing. */
export interface DealPart {
  readonly type: 'data-deal';
  readonly data: { readonly id: string; readonly name: string };
}

/** A part of a stored message, by the user or the copilot. */
export type StoredPart = MessagePart | DealPart;

/** A part of the UI message stream v1. */
export type StreamPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** The message of a user. */
export function userParts(text: string, deal?: DealPart['data']): StoredPart[] {
  const said: StoredPart = { type: 'text', text };
  return deal ? [{ type: 'data-deal', data: { id: deal.id, name: deal.name } }, said] : [said];
}

/** The text of a message, without its model's reasoning. */
export function textOf(parts: readonly StoredPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** The tool calls in a message, in order. */
export function toolParts(parts: readonly MessagePart[]): ToolPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool');
}

export function isWords(part: MessagePart | undefined): part is WordsPart {
  return part?.type === 'text' || part?.type === 'reasoning';
}

/** The stream that yields these parts, up to the next step or the end; with `from`, from that part on. */
export function replayParts(parts: readonly MessagePart[], from = 0): StreamPart[] {
  let steps = 0;
  return parts.flatMap((part, at): StreamPart[] => {
    if (part.type === 'step-start') steps += 1;
    if (at < from) return [];
    if (part.type === 'step-start') {
      return steps > 1 ? [{ type: 'finish-step' }, { type: 'start-step' }] : [{ type: 'start-step' }];
    }
    if (part.type === 'dynamic-tool') return [...callParts(part), ...askingParts(part), ...outcomeParts(part)];
    if (part.type === 'data-approval') return [{ ...part }];
    const id = partId(at);
    return [
      { type: `${part.type}-start`, id },
      ...(part.text === '' ? [] : [{ type: `${part.type}-delta`, id, delta: part.text }]),
      ...(part.state === 'done' ? [{ type: `${part.type}-end`, id }] : []),
    ];
  });
}

/** The stream between two states of a message: parts are added, texts grow, and calls end; or the last step was discarded and starts over. */
export function replayFrom(told: readonly MessagePart[], seen: readonly MessagePart[]): StreamPart[] {
  if (!told.every((part, at) => canBecome(part, seen[at]))) {
    const from = 1 + told.findLastIndex(({ type }) => type === 'step-start');
    return [{ type: 'reset-step' }, ...replayParts(seen, from)];
  }
  return [...told.flatMap((part, at) => changeOf(part, seen[at], at)), ...replayParts(seen, told.length)];
}

/** Stream parts for a tool call. */
export function callParts({ toolName, toolCallId, input }: ToolPart): StreamPart[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
    { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true },
  ];
}

/** Stream parts for refused arguments. */
export function refusalParts({ toolName, toolCallId, input, errorText }: ToolPart): StreamPart[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
    { type: 'tool-input-error', toolCallId, toolName, input, errorText, dynamic: true },
  ];
}

/** Stream parts for a question to the user; none without one. */
export function askingParts({ toolCallId, approval }: ToolPart): StreamPart[] {
  return approval ? [{ type: 'tool-approval-request', approvalId: approval.id, toolCallId }] : [];
}

/** Stream parts for the user's decision and the outcome of a call; none while it runs or waits. */
export function outcomeParts({ state, toolCallId, output, errorText, approval }: ToolPart): StreamPart[] {
  if (!isEnded(state)) return [];
  const { id: approvalId, approved, reason } = approval ?? {};
  const decision = { type: 'tool-approval-response', approvalId, approved, ...(reason !== undefined && { reason }) };
  const decided = approved === undefined ? [] : [decision];
  if (state === 'output-denied') return [...decided, { type: 'tool-output-denied', toolCallId }];
  const outcome = outcomePart({ state, toolCallId, output, errorText });
  return [...decided, outcome];
}

function outcomePart({
  state,
  toolCallId,
  output,
  errorText,
}: Pick<ToolPart, 'state' | 'toolCallId' | 'output'> & { readonly errorText: string | undefined }): StreamPart {
  return state === 'output-available'
    ? { type: 'tool-output-available', toolCallId, output, dynamic: true }
    : { type: 'tool-output-error', toolCallId, errorText, dynamic: true };
}

/** Whether a call has ended. */
export function isEnded(state: ToolPart['state']): boolean {
  return state !== 'input-available' && state !== 'approval-requested';
}

/** The stream's id for the part at a position of its message. */
export function partId(at: number): string {
  return `p${at}`;
}

/** Whether a part can be a later state of another one, so that it needs no new start. */
function canBecome(told: MessagePart, seen: MessagePart | undefined): boolean {
  if (told.type === 'step-start') return seen?.type === told.type;
  if (told.type === 'dynamic-tool') return seen?.type === told.type && seen.toolCallId === told.toolCallId;
  if (!isWords(seen) || seen.type !== told.type) return false;
  return told.state === 'done' ? seen.text === told.text && seen.state === 'done' : seen.text.startsWith(told.text);
}

function changeOf(told: MessagePart, seen: MessagePart | undefined, at: number): StreamPart[] {
  if (told.type === 'dynamic-tool') {
    if (seen?.type !== 'dynamic-tool' || isEnded(told.state)) return [];
    return [...(told.approval ? [] : askingParts(seen)), ...outcomeParts(seen)];
  }
  if (!isWords(told) || !isWords(seen)) return [];
  const id = partId(at);
  const more = seen.text.slice(told.text.length);
  return [
    ...(more === '' ? [] : [{ type: `${told.type}-delta`, id, delta: more }]),
    ...(seen.state === 'done' && told.state !== 'done' ? [{ type: `${told.type}-end`, id }] : []),
  ];
}
