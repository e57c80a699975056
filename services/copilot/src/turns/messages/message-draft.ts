import type { AnswerPiece } from '../../models/ask-model.js';
import {
  type ApprovalPart,
  askingParts,
  callParts,
  isEnded,
  isWords,
  type MessagePart,
  outcomeParts,
  type PartApproval,
  partId,
  refusalParts,
  type StreamPart,
  type ToolPart,
  toolParts,
} from './message-parts.js';

/** The outcome of a tool call, with the user's decision if they were asked. */
export type ToolOutcome = Pick<ToolPart, 'output' | 'errorText'> & {
  readonly decision?: Pick<PartApproval, 'approved' | 'reason'>;
};

/** The message of a turn while it grows. Each change returns its part of the stream. */
export class MessageDraft {
  readonly #parts: MessagePart[];
  #size = 0;
  #isInStep = false;

  /** Starts with existing parts, when it continues. */
  constructor(parts: readonly MessagePart[] = []) {
    this.#parts = [...parts];
    // The step has not ended.
    this.#isInStep = parts.length > 0;
  }

  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  /** Grows with every change except the end of a text. */
  get size(): number {
    return this.#size;
  }

  beginStep(): StreamPart[] {
    const ended = this.#endPart();
    this.#push({ type: 'step-start' }, 1);
    this.#isInStep = true;
    return [...ended, { type: 'start-step' }];
  }

  /** Drops the step's output so far. */
  resetStep(): StreamPart[] {
    this.#parts.length = 1 + this.#parts.findLastIndex(({ type }) => type === 'step-start');
    this.#size += 1;
    return [{ type: 'reset-step' }];
  }

  /** Appends to the open part, or opens a new one. */
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

  /** Adds a tool call; one with an `errorText` was refused. */
  addCall(call: Pick<ToolPart, 'toolName' | 'toolCallId' | 'input' | 'errorText'>): StreamPart[] {
    const ended = this.#endPart();
    const isRefused = call.errorText !== undefined;
    const part: ToolPart = { type: 'dynamic-tool', ...call, state: isRefused ? 'output-error' : 'input-available' };
    this.#push(part, sizeOf(part));
    return [...ended, ...(isRefused ? refusalParts(part) : callParts(part))];
  }

  /** Marks a call as waiting for the user. */
  askFor(toolCallId: string, asked: ApprovalPart): StreamPart[] {
    const part = this.#find(toolCallId);
    if (part?.state !== 'input-available') return [];
    const waiting: ToolPart = { ...part, state: 'approval-requested', approval: { id: asked.id } };
    this.#replace(part, waiting);
    this.#push(asked, JSON.stringify(asked).length);
    return [...askingParts(waiting), { ...asked }];
  }

  /** Stores the outcome of a call; nothing when it has ended. */
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

  /** Ends the current step, if any: running calls are abandoned, those that wait for the user keep waiting. */
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
