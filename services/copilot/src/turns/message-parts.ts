/** What the user is asked about a call, and what they have said. */
export interface PartApproval {
  readonly id: string;
  /** Absent until it is decided. */
  readonly approved?: boolean;
  /** Why not. */
  readonly reason?: string;
}

/** A call of a tool in a message: `input-available` while it runs, `approval-requested` while it waits for the user. */
export interface ToolPart {
  readonly type: 'dynamic-tool';
  /** Name of the operation. */
  readonly toolName: string;
  /** The only one of its name in the message. */
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

/** What a call that waits for the user would do, in the product's own words. */
export interface ApprovalPart {
  readonly type: 'data-approval';
  /** Of the approval. */
  readonly id: string;
  readonly data: {
    readonly approvalId: string;
    readonly toolCallId: string;
    /** What the operation does. */
    readonly title: string;
    /** What the call does. */
    readonly summary: string;
    /** Each field before and after; null where that would be too long. */
    readonly diff: unknown;
    readonly destructive: boolean;
    /** ISO 8601; until when the user can decide. */
    readonly expiresAt: string;
  };
}

/** A part of a stored message, as the UI message stream v1 has it. */
export type MessagePart = { readonly type: 'step-start' } | WordsPart | ToolPart | ApprovalPart;

/** The deal that a user looked at when they wrote. */
export interface DealPart {
  readonly type: 'data-deal';
  readonly data: { readonly id: string; readonly name: string };
}

/** A part of a stored message, of the user or of the copilot. */
export type SaidPart = MessagePart | DealPart;

/** A part of the UI message stream v1. */
export type StreamPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** The message of a user. */
export function userParts(text: string, deal?: DealPart['data']): SaidPart[] {
  const said: SaidPart = { type: 'text', text };
  return deal ? [{ type: 'data-deal', data: { id: deal.id, name: deal.name } }, said] : [said];
}

/** What a message says, without what its model thought. */
export function textOf(parts: readonly SaidPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** The calls of tools in a message, in their order. */
export function toolParts(parts: readonly MessagePart[]): ToolPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool');
}

export function isWords(part: MessagePart | undefined): part is WordsPart {
  return part?.type === 'text' || part?.type === 'reasoning';
}

/**
 * The stream that makes a message of these parts, up to where the next step or the end begins; with `from`, what it says from that part
 * on.
 */
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

/**
 * What the stream says between two states of a message: parts are added, words grow, and tools come to their end; or what the last step had
 * said is void, and it starts over.
 */
export function replayFrom(told: readonly MessagePart[], seen: readonly MessagePart[]): StreamPart[] {
  if (!told.every((part, at) => canBecome(part, seen[at]))) {
    const from = 1 + told.findLastIndex(({ type }) => type === 'step-start');
    return [{ type: 'reset-step' }, ...replayParts(seen, from)];
  }
  return [...told.flatMap((part, at) => changeOf(part, seen[at], at)), ...replayParts(seen, told.length)];
}

/** How the stream says that a tool is called. */
export function callParts({ toolName, toolCallId, input }: ToolPart): StreamPart[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
    { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true },
  ];
}

/** How the stream says that the arguments of a call were refused. */
export function refusalParts({ toolName, toolCallId, input, errorText }: ToolPart): StreamPart[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
    { type: 'tool-input-error', toolCallId, toolName, input, errorText, dynamic: true },
  ];
}

/** How the stream says that the user is asked about a call; nothing where they are not. */
export function askingParts({ toolCallId, approval }: ToolPart): StreamPart[] {
  return approval ? [{ type: 'tool-approval-request', approvalId: approval.id, toolCallId }] : [];
}

/** How the stream says what the user has decided, and what came of a call; nothing while it runs or waits. */
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

/** Whether nothing more comes of a call. */
export function isEnded(state: ToolPart['state']): boolean {
  return state !== 'input-available' && state !== 'approval-requested';
}

/** How the stream names the part at a place of its message. */
export function partId(at: number): string {
  return `p${at}`;
}

/** Whether a part can have come to be another without being told again. */
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
