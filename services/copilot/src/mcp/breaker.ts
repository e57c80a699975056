/** Failures in a row after which a server is left alone, and for how many milliseconds. */
export const BREAKER = { failures: 3, openMs: 60_000 } as const;

/** Keeps calls from a server that fails again and again. */
export class Breaker {
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #openUntil = -Infinity;

  constructor(openMs: number = BREAKER.openMs, now: () => number = () => performance.now()) {
    this.#openMs = openMs;
    this.#now = now;
  }

  /** Whether nothing is to be asked of the server. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntil;
  }

  /** Notes that the server has answered. */
  close(): void {
    this.#failures = 0;
  }

  /** Notes that it has not. After a pause one more failure opens it again. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= BREAKER.failures) this.#openUntil = this.#now() + this.#openMs;
  }
}
