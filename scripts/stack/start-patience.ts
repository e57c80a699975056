/** Milliseconds without a sign of life. */
const SILENT_MS = 60_000;
/** Ends before it was ever ready at which a start is given up. */
const ENDS_MAX = 3;
/** Milliseconds for which it is tried again while the memory of the server before is in use. */
const IN_USE_MS = 60_000;

/** What can be seen of a server that starts. */
export interface Sight {
  /** Milliseconds of a clock that only goes on. */
  readonly now: number;
  readonly isStarting: boolean;
  readonly logBytes: number;
  /** How often it has ended so far. */
  readonly ends: number;
  /** Whether its last end was for memory that children of a killed server hold, as they may for a moment. */
  readonly isInUse: () => boolean;
}

/** How long a start of Postgres is waited for: a recovery may take as long as it gets on, of which the log tells every ten seconds. */
export class StartPatience {
  readonly #startedAt: number;
  #movedAt: number;
  #logBytes = 0;
  #ends = 0;
  #failures = 0;

  constructor(now: number) {
    this.#startedAt = now;
    this.#movedAt = now;
  }

  /** Whether to go on waiting, after what is seen now. */
  lasts({ now, isStarting, logBytes, ends, isInUse }: Sight): boolean {
    if (ends > this.#ends && !(now - this.#startedAt < IN_USE_MS && isInUse())) this.#failures += 1;
    if (isStarting && logBytes !== this.#logBytes) this.#movedAt = now;
    this.#ends = ends;
    this.#logBytes = logBytes;
    return now - this.#movedAt < SILENT_MS && this.#failures < ENDS_MAX;
  }
}
