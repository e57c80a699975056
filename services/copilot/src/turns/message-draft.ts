import type { AnswerPiece } from '../models/ask-model.js';
import { partId, type MessagePart, type StreamPart } from './message-parts.js';

/** The message of a turn while it comes about. Each change answers what the stream says of it. */
export class MessageDraft {
  readonly #parts: MessagePart[] = [];

  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  beginStep(): StreamPart[] {
    const ended = this.#endPart();
    this.#parts.push({ type: 'step-start' });
    return [...ended, { type: 'start-step' }];
  }

  /** Adds to the part that is open, or opens another one. */
  add({ kind, delta }: AnswerPiece): StreamPart[] {
    const open = this.#parts.at(-1);
    if (open && open.type === kind && open.state === undefined) {
      this.#parts[this.#parts.length - 1] = { ...open, text: open.text + delta };
      return [{ type: `${kind}-delta`, id: partId(this.#parts.length - 1), delta }];
    }
    const ended = this.#endPart();
    const id = partId(this.#parts.push({ type: kind, text: delta }) - 1);
    return [...ended, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }];
  }

  endStep(): StreamPart[] {
    return [...this.#endPart(), { type: 'finish-step' }];
  }

  #endPart(): StreamPart[] {
    const open = this.#parts.at(-1);
    if (!open || open.type === 'step-start' || open.state === 'done') return [];
    this.#parts[this.#parts.length - 1] = { ...open, state: 'done' };
    return [{ type: `${open.type}-end`, id: partId(this.#parts.length - 1) }];
  }
}
