/** A limit per key: each holder may take a few units at once, and waits in its own queue for more. */
export class FairShare {
  readonly #max: number;
  readonly #holders = new Map<string, { held: number; readonly waiting: Waiting[] }>();

  /** `max` is the limit of one holder. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when the holder may take one more; rejects with the error of `giveUp` after `timeoutMs`. */
  take(name: string, timeoutMs: number, giveUp: () => Error): Promise<void> | undefined {
    const holder = this.#holders.get(name);
    if (!holder) {
      this.#holders.set(name, { held: 1, waiting: [] });
      return undefined;
    }
    if (holder.held < this.#max) {
      holder.held += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        holder.waiting.splice(holder.waiting.indexOf(waiting), 1);
        reject(giveUp());
      }, timeoutMs);
      const waiting: Waiting = { resolve, timer };
      holder.waiting.push(waiting);
    });
  }

  /** Returns one, which the next waiting caller of the holder gets. */
  giveBack(name: string): void {
    const holder = this.#holders.get(name);
    if (!holder) return;
    const next = holder.waiting.shift();
    if (next) {
      clearTimeout(next.timer);
      next.resolve();
      return;
    }
    holder.held -= 1;
    if (holder.held === 0) this.#holders.delete(name);
  }
}

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}
