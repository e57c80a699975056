import type { AnswerPiece } from '../models/ask-model.js';
import {
  askingParts,
  callParts,
  isEnded,
  isWords,
  outcomeParts,
  partId,
  refusalParts,
  toolParts,
  type ApprovalPart,
  type MessagePart,
  type PartApproval,
  type StreamPart,
  type ToolPart,
} from './message-parts.js';

/** What came of a call of a tool, and what the user has said to it where they were asked. */
export type ToolOutcome = Pick<ToolPart, 'output' | 'errorText'> & {
  readonly decision?: Pick<PartApproval, 'approved' | 'reason'>;
};

/** The message of a turn while it comes about. Each change answers what the stream says of it. */
export class MessageDraft {
  readonly #parts: MessagePart[];
  #size = 0;
  #isInStep = false;

  /** With what it has already, when it goes on. */
  constructor(parts: readonly MessagePart[] = []) {
    this.#parts = [...parts];
  }

  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  /** Grows with every change but the end of words. */
  get size(): number {
    return this.#size;
  }

  beginStep(): StreamPart[] {
    const ended = this.#endPart();
    this.#push({ type: 'step-start' }, 1);
    this.#isInStep = true;
    return [...ended, { type: 'start-step' }];
  }

  /** Forgets what the step has said so far. */
  resetStep(): StreamPart[] {
    this.#parts.length = 1 + this.#parts.findLastIndex(({ type }) => type === 'step-start');
    this.#size += 1;
    return [{ type: 'reset-step' }];
  }

  /** Adds to the part that is open, or opens another one. */
  add({ kind, delta }: AnswerPiece): StreamPart[] {
    const open = this.#parts.at(-1);
    if (isWords(open) && open.type === kind && open.state === undefined) {
      this.#parts[this.#parts.length - 1] = { ...open, text: open.text + delta };
      this.#size += delta.length;
      return [{ type: `${kind}-delta`, id: partId(this.#parts.length - 1), delta }];
    }
    const ended = this.#endPart();
    const id = partId(this.#push({ type: kind, text: delta }, delta.length));
    return [...ended, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }];
  }

  /** Adds a call of a tool; one with an `errorText` was refused. */
  addCall(call: Pick<ToolPart, 'toolName' | 'toolCallId' | 'input' | 'errorText'>): StreamPart[] {
    const ended = this.#endPart();
    const isRefused = call.errorText !== undefined;
    const part: ToolPart = { type: 'dynamic-tool', ...call, state: isRefused ? 'output-error' : 'input-available' };
    this.#push(part, sizeOf(part));
    return [...ended, ...(isRefused ? refusalParts(part) : callParts(part))];
  }

  /** Says that the user is asked about a call. */
  askFor(toolCallId: string, asked: ApprovalPart): StreamPart[] {
    const part = this.#find(toolCallId);
    if (part?.state !== 'input-available') return [];
    const waiting: ToolPart = { ...part, state: 'approval-requested', approval: { id: asked.id } };
    this.#replace(part, waiting);
    this.#push(asked, JSON.stringify(asked).length);
    return [...askingParts(waiting), { ...asked }];
  }

  /** Says what came of a call; nothing when it has ended. */
  endCall(toolCallId: string, { decision, ...outcome }: ToolOutcome): StreamPart[] {
    const part = this.#find(toolCallId);
    if (!part || isEnded(part.state)) return [];
    const ended: ToolPart = {
      ...part,
      ...outcome,
      ...(part.approval && { approval: { ...part.approval, ...decision } }),
      state: stateOf(outcome, decision),
    };
    this.#replace(part, ended);
    return outcomeParts(ended);
  }

  #find(toolCallId: string): ToolPart | undefined {
    return toolParts(this.#parts).find((part) => part.toolCallId === toolCallId);
  }

  #replace(part: ToolPart, changed: ToolPart): void {
    this.#parts[this.#parts.indexOf(part)] = changed;
    this.#size += sizeOf(changed);
  }

  /** Ends the step, if one has begun; calls that run are given up, those that wait for the user go on waiting. */
  endStep(): StreamPart[] {
    if (!this.#isInStep) return [];
    this.#isInStep = false;
    const open = this.#parts.filter(
      (part): part is ToolPart => part.type === 'dynamic-tool' && part.state === 'input-available',
    );
    const givenUp = open.flatMap(({ toolCallId }) => this.endCall(toolCallId, { errorText: 'Stopped.' }));
    return [...this.#endPart(), ...givenUp, { type: 'finish-step' }];
  }

  #push(part: MessagePart, size: number): number {
    this.#size += size;
    return this.#parts.push(part) - 1;
  }

  #endPart(): StreamPart[] {
    const open = this.#parts.at(-1);
    if (!isWords(open) || open.state === 'done') return [];
    this.#parts[this.#parts.length - 1] = { ...open, state: 'done' };
    return [{ type: `${open.type}-end`, id: partId(this.#parts.length - 1) }];
  }
}

function sizeOf(part: ToolPart): number {
  return JSON.stringify(part).length;
}

function stateOf({ errorText }: ToolOutcome, decision: ToolOutcome['decision']): ToolPart['state'] {
  if (decision?.approved === false) return 'output-denied';
  return errorText === undefined ? 'output-available' : 'output-error';
}
