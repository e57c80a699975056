/** An unbounded queue of pushed items: the sender never waits for the reader. */
export class Arrivals<Item> implements AsyncIterableIterator<Item, undefined> {
  readonly #onLeave: () => void;
  readonly #kept: Item[] = [];
  readonly #askers: PromiseWithResolvers<IteratorResult<Item, undefined>>[] = [];
  #hasEnded = false;
  /** The error that the next reader gets instead of the end. */
  #failure: { readonly error: unknown } | undefined;

  /** `onLeave` is called when the reader stops. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  add(item: Item): void {
    if (this.#hasEnded) return;
    const asker = this.#askers.shift();
    if (asker) asker.resolve({ value: item, done: false });
    else this.#kept.push(item);
  }

  /** Ends the queue; after the buffered items the reader gets the error, if any. */
  end(failure?: { readonly error: unknown }): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = failure;
    for (const asker of this.#askers.splice(0)) asker.resolve(this.#tellEnd());
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#kept.length > 0) return Promise.resolve({ value: this.#kept.shift() as Item, done: false });
    if (this.#hasEnded) return this.#tellEnd();
    const asker = Promise.withResolvers<IteratorResult<Item, undefined>>();
    this.#askers.push(asker);
    return asker.promise;
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    this.#kept.length = 0;
    this.#failure = undefined;
    if (!this.#hasEnded) {
      this.end();
      this.#onLeave();
    }
    return this.#tellEnd();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #tellEnd(): Promise<IteratorResult<Item, undefined>> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
    return { value: undefined, done: true };
  }
}
