/** Lets each of many hold a few of a thing at once; who wants more waits in line behind himself. */
export class FairShare {
  readonly #max: number;
  readonly #holders = new Map<string, { held: number; readonly waiting: Waiting[] }>();

  /** `max` is what one holder may have at once. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when the holder may take one more; rejects with what `giveUp` makes after `timeoutMs`. */
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

  /** Gives one back, to the next in line. */
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
