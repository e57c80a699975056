import type { AnswerPiece } from '../models/ask-model.js';
import {
  callParts,
  isWords,
  outcomeParts,
  partId,
  refusalParts,
  type MessagePart,
  type StreamPart,
  type ToolPart,
} from './message-parts.js';

/** What came of a call of a tool. */
export type ToolOutcome = Pick<ToolPart, 'output' | 'errorText'>;

/** The message of a turn while it comes about. Each change answers what the stream says of it. */
export class MessageDraft {
  readonly #parts: MessagePart[] = [];
  #size = 0;
  #isInStep = false;

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

  /** Says what came of a call; nothing when it has ended. */
  endCall(toolCallId: string, outcome: ToolOutcome): StreamPart[] {
    const at = this.#parts.findIndex((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId);
    const part = this.#parts[at];
    if (part?.type !== 'dynamic-tool' || part.state !== 'input-available') return [];
    const ended: ToolPart = {
      ...part,
      ...outcome,
      state: outcome.errorText === undefined ? 'output-available' : 'output-error',
    };
    this.#parts[at] = ended;
    this.#size += sizeOf(ended);
    return outcomeParts(ended);
  }

  /** Ends the step, if one has begun; calls that have not ended are given up. */
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
