/** Consecutive failures that open the breaker, and for how many milliseconds. */
export const BREAKER = { failures: 3, openMs: 60_000 } as const;

/** A circuit breaker for each server. */
export class Breaker {
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #openUntil = -Infinity;

  constructor(openMs: number = BREAKER.openMs, now: () => number = () => performance.now()) {
    this.#openMs = openMs;
    this.#now = now;
  }

  /** Whether the server must not be called. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntil;
  }

  /** Records a response. */
  close(): void {
    this.#failures = 0;
  }

  /** Records a failure. After the pause, a single failure opens the breaker again. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= BREAKER.failures) this.#openUntil = this.#now() + this.#openMs;
  }
}
