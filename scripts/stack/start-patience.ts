/** Maximum milliseconds without progress. */
const SILENT_MS = 60_000;
/** Maximum exits before readiness. */
const ENDS_MAX = 3;
/** Milliseconds of retries while the memory of the previous server is in use. */
const IN_USE_MS = 60_000;

/** Observations of a starting server. */
export interface Observation {
  /** Milliseconds of a monotonic clock. */
  readonly now: number;
  readonly isStarting: boolean;
  readonly logBytes: number;
  /** Number of exits so far. */
  readonly ends: number;
  /** Whether its last exit was because children of a killed server still hold memory, which they may for a moment. */
  readonly isInUse: () => boolean;
}

/** Decides how long to wait for Postgres to start: a recovery may take as long as it makes progress, which it logs every ten seconds. */
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

  /** Whether to keep waiting, given the current observations. */
  lasts({ now, isStarting, logBytes, ends, isInUse }: Observation): boolean {
    if (ends > this.#ends && !(now - this.#startedAt < IN_USE_MS && isInUse())) this.#failures += 1;
    if (isStarting && logBytes !== this.#logBytes) this.#movedAt = now;
    this.#ends = ends;
    this.#logBytes = logBytes;
    return now - this.#movedAt < SILENT_MS && this.#failures < ENDS_MAX;
  }
}
