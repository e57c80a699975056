import { isApiError } from '../../api/api-error.js';
import type { Input } from '../../api/operations.js';
import type { ReadStream, StreamEnd, StreamName, StreamPart } from '../../api/stream-parts.js';
import { addPart, type Answer, type FreeAnswers, NO_ANSWER, toolNamed } from './answer.js';

/** An answer that is arriving, or has arrived since this page was loaded. */
export interface LiveAnswer {
  readonly answer: Answer;
  /** The question; absent when it is stored already. */
  readonly question?: string | undefined;
  /** False while the connection is lost; the answer will be followed again soon. */
  readonly isConnected: boolean;
  readonly hasEnded: boolean;
}

/** Dependencies of answers. */
export interface AnswerParts {
  readonly read: ReadStream;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Runs a function before the next frame. */
  readonly onFrame: (run: () => void) => void;
}

/** How a stream starts. */
export type Opening = { readonly [Name in StreamName]: readonly [name: Name, input: Input<Name>] }[StreamName];

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 15_000;

/** Answers by conversation. They continue while the user views other pages. */
export class LiveAnswers {
  readonly #parts: AnswerParts;
  readonly #answers = new Map<string, LiveAnswer>();
  readonly #listeners = new Set<() => void>();
  #isTelling = false;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(conversationId: string): LiveAnswer | undefined {
    return this.#answers.get(conversationId);
  }

  /**
   * Sends a question, retries the last one, or follows the current answer; one at a time. Resolves once the answer has started, and throws if it is
   * refused. `onEnd` runs at the end, with the remaining free answers if known, and `onDone` whenever a tool is done.
   */
  begin(
    opening: Opening,
    first: Pick<LiveAnswer, 'question'> & { turnId?: string },
    onEnd: (left: FreeAnswers | undefined) => void,
    onDone: (toolName: string) => void = () => undefined,
  ): Promise<void> {
    const { conversationId } = opening[1];
    const before = this.#answers.get(conversationId);
    if (before && !before.hasEnded) return Promise.resolve();
    const begun = Promise.withResolvers<void>();
    const { question, turnId } = first;
    this.#set(conversationId, { answer: { ...NO_ANSWER, turnId }, question, isConnected: true, hasEnded: false });
    this.#run(opening, { onBegun: begun.resolve, onDone }).then(
      () => {
        this.#change(conversationId, { isConnected: true, hasEnded: true });
        begun.resolve();
        onEnd(this.#answers.get(conversationId)?.answer.free);
      },
      (error: unknown) => {
        if (before) this.#set(conversationId, before);
        else this.#answers.delete(conversationId);
        this.#tell();
        begun.reject(error);
        onEnd(undefined);
      },
    );
    return begun.promise;
  }

  /** Reads the stream to its end, over any number of connections. Throws the refusal of the first one. */
  async #run(
    opening: Opening,
    { onBegun, onDone }: { readonly onBegun: () => void; readonly onDone: (toolName: string) => void },
  ): Promise<void> {
    const { conversationId } = opening[1];
    let pauseMs = PAUSE_MS;
    const onPart = (part: StreamPart): void => {
      const { answer: before } = this.#answers.get(conversationId) ?? { answer: NO_ANSWER };
      const answer = addPart(before, part);
      this.#change(conversationId, { answer, isConnected: true });
      if (part.type === 'tool-output-available') {
        const name = toolNamed(answer, part['toolCallId']);
        if (name !== undefined) onDone(name);
      }
      pauseMs = PAUSE_MS;
      onBegun();
    };
    let end = await this.#open(opening, onPart);
    while (end === 'cut') {
      this.#change(conversationId, { isConnected: false });
      await this.#parts.pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
      end = await this.#open(['copilot.follow_turn', { conversationId }], onPart).catch(endOf);
    }
  }

  #open([name, input]: Opening, onPart: (part: StreamPart) => void): Promise<StreamEnd> {
    return this.#parts.read(name, input, { onPart });
  }

  #change(conversationId: string, changed: Partial<LiveAnswer>): void {
    const live = this.#answers.get(conversationId);
    if (live) this.#set(conversationId, { ...live, ...changed });
  }

  #set(conversationId: string, live: LiveAnswer): void {
    this.#answers.set(conversationId, live);
    // Hidden pages get no animation frames, so important updates do not wait for one.
    if (live.hasEnded || !live.isConnected) this.#tell();
    else if (!this.#isTelling) {
      this.#isTelling = true;
      this.#parts.onFrame(() => this.#tell());
    }
  }

  #tell(): void {
    this.#isTelling = false;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether to follow again: an unreachable answer may become available, but not a deleted one. */
function endOf(error: unknown): StreamEnd {
  if (!isApiError(error)) throw error;
  return error.isTemporary || error.status === 429 ? 'cut' : 'none';
}
