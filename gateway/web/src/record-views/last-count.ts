import type { CountedVideo } from './recorder.js';

/** Milliseconds for which a count can be undone. */
export const UNDO_MS = 10_000;

interface Recorded {
  readonly row: CountedVideo;
  /** Position among all entered counts; responses may arrive in another order. */
  readonly turn: number;
  /** The value that a correction replaced; absent for an added count. */
  readonly before?: number;
}

/** The count that was entered last, for as long as it can be undone. */
export class LastCount {
  #recorded: Recorded | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  readonly #onEnd: (videoId: string) => void;

  /** `onEnd` hears of each count that became final. */
  constructor(onEnd: (videoId: string) => void) {
    this.#onEnd = onEnd;
  }

  get row(): CountedVideo | undefined {
    return this.#recorded?.row;
  }

  /** Replaces the last count, unless a later one was recorded before. Returns whether it did. */
  set(recorded: Recorded): boolean {
    if (recorded.turn <= (this.#recorded?.turn ?? 0)) return false;
    this.#end();
    this.#recorded = recorded;
    this.#ending = setTimeout(() => this.#end(), UNDO_MS);
    return true;
  }

  /** Returns the last count, which is none from then on. */
  take(): Recorded | undefined {
    clearTimeout(this.#ending);
    const recorded = this.#recorded;
    this.#recorded = undefined;
    return recorded;
  }

  #end(): void {
    clearTimeout(this.#ending);
    if (this.#recorded) this.#onEnd(this.#recorded.row.videoId);
  }
}
