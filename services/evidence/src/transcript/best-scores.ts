/** Keeps the best of many scores, the first of equal ones, so that scores without a chance can be skipped. */
export class BestScores {
  readonly #countMax: number;
  /** Scores, worst first. */
  readonly #scores: number[] = [];

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  /** The value that another score must exceed; 0 while there is room. */
  get least(): number {
    return this.#scores.length < this.#countMax ? 0 : (this.#scores[0] ?? 0);
  }

  add(score: number): void {
    if (score <= this.least) return;
    const at = this.#scores.findIndex((other) => other > score);
    this.#scores.splice(at < 0 ? this.#scores.length : at, 0, score);
    if (this.#scores.length > this.#countMax) this.#scores.shift();
  }
}
