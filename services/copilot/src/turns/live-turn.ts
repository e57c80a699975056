import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { AnswerPiece } from '../models/ask-model.js';
import { MessageDraft, type ToolOutcome } from './messages/message-draft.js';
import { type ApprovalPart, type MessagePart, replayParts, type StreamPart } from './messages/message-parts.js';

/** Milliseconds for which output is batched. */
const GATHER_MS = 50;
/**
 * Maximum characters queued for a slow follower, beyond the message as they found it: more than the results of all tools that run in parallel.
 */
const WAITING_MAX = 128 * 1_024;

/** A part in a follower's queue. */
export interface StreamedPart {
  readonly part: StreamPart;
  /** It repeats the message as the follower found it. */
  readonly isReplay: boolean;
}

/** A turn that this process runs: its message so far, and its followers. */
export class LiveTurn {
  readonly turnId: string;
  readonly #messageId: string;
  readonly #draft: MessageDraft;
  readonly #followers = new Set<Follower>();
  #gathered: AnswerPiece | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #lastToldAt = -Infinity;
  #hasEnded = false;

  /** Starts with what its message already has, when it continues. */
  constructor(turnId: string, messageId: string, parts: readonly MessagePart[] = []) {
    this.turnId = turnId;
    this.#messageId = messageId;
    this.#draft = new MessageDraft(parts);
  }

  get parts(): readonly MessagePart[] {
    return this.#draft.parts;
  }

  /** Grows with the message. */
  get size(): number {
    return this.#draft.size;
  }

  isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  beginStep(): void {
    this.#tell(this.#draft.beginStep());
  }

  /** Adds output to the message; followers get it at once, or in batches while pieces arrive less than 50 ms apart. */
  add(piece: AnswerPiece): void {
    if (this.#gathered && this.#gathered.kind !== piece.kind) this.#flush();
    const delta = (this.#gathered?.delta ?? '') + piece.delta;
    this.#gathered = { kind: piece.kind, delta };
    const waitMs = this.#lastToldAt + GATHER_MS - performance.now();
    if (waitMs <= 0) this.#flush();
    else this.#gathering ??= setTimeout(() => this.#flush(), waitMs);
  }

  /** Discards the step's output so far. */
  resetStep(): void {
    this.#flush();
    this.#tell(this.#draft.resetStep());
  }

  /** Adds a tool call; one with an `errorText` was refused. */
  addCall(call: Parameters<MessageDraft['addCall']>[0]): void {
    this.#flush();
    this.#tell(this.#draft.addCall(call));
  }

  /** Asks the user about a call. */
  askFor(toolCallId: string, asked: ApprovalPart): void {
    this.#tell(this.#draft.askFor(toolCallId, asked));
  }

  /** Ends a call. */
  endCall(toolCallId: string, outcome: ToolOutcome): void {
    this.#tell(this.#draft.endCall(toolCallId, outcome));
  }

  /** Sends a part that is not part of the message. */
  note(part: StreamPart): void {
    this.#flush();
    this.#tell([part]);
  }

  endStep(): void {
    this.#flush();
    this.#tell(this.#draft.endStep());
  }

  /** Ends the stream by sending the outcome of the turn to every follower. */
  end(last: readonly StreamPart[]): void {
    this.#flush();
    this.#tell(last);
    this.#hasEnded = true;
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }

  /** Ends the stream while the outcome is still unknown: every follower must reconnect. */
  fail(): void {
    this.#hasEnded = true;
    const failure = appError('UNAVAILABLE', "The answer can't be saved right now. Follow it again.");
    for (const follower of this.#followers) follower.end(failure);
    this.#followers.clear();
  }

  /** Yields the message so far, then new parts. UNAVAILABLE for a follower who reads too slowly, and may reconnect. */
  async *follow(signal: AbortSignal): AsyncGenerator<StreamedPart, void, void> {
    if (this.#hasEnded) return;
    this.#flush();
    const replay = [...startOf(this.turnId, this.#messageId), ...replayParts(this.parts)];
    const follower = new Follower();
    this.#followers.add(follower);
    const leave = (): void => follower.end();
    signal.addEventListener('abort', leave);
    try {
      for (const part of replay) yield { part, isReplay: true };
      for (let part = await follower.next(); part; part = await follower.next()) yield { part, isReplay: false };
    } finally {
      signal.removeEventListener('abort', leave);
      this.#followers.delete(follower);
    }
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#gathered) return;
    const parts = this.#draft.add(this.#gathered);
    this.#gathered = undefined;
    this.#lastToldAt = performance.now();
    this.#tell(parts);
  }

  #tell(parts: readonly StreamPart[]): void {
    for (const follower of this.#followers) follower.add(parts);
  }
}

/** The start of a message's stream. */
export function startOf(turnId: string, messageId: string): StreamPart[] {
  return [{ type: 'start', messageId, messageMetadata: { turnId } }];
}

/** The queue of one follower. */
class Follower {
  readonly #waiting: StreamPart[] = [];
  #size = 0;
  #failure: AppError | undefined;
  #hasEnded = false;
  #wake: (() => void) | undefined;

  add(parts: readonly StreamPart[]): void {
    if (this.#failure) return;
    for (const part of parts) this.#size += sizeOf(part);
    this.#waiting.push(...parts);
    if (this.#size > WAITING_MAX)
      this.end(appError('UNAVAILABLE', 'The answer was not read in time. Follow it again.'));
    this.#wake?.();
  }

  /** Ends the queue; a failure also drops queued parts. */
  end(failure?: AppError): void {
    this.#failure ??= failure;
    this.#hasEnded = true;
    this.#wake?.();
  }

  async next(): Promise<StreamPart | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const part = this.#waiting.shift();
      if (part) {
        this.#size -= sizeOf(part);
        return part;
      }
      if (this.#hasEnded) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }
}

function sizeOf({ delta, input, output, data: told }: StreamPart): number {
  const words = typeof delta === 'string' ? delta.length : 0;
  const hasData = input !== undefined || output !== undefined || told !== undefined;
  const data = hasData ? JSON.stringify([input, output, told]).length : 0;
  return words + data + 64;
}
