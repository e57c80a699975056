/**
 * Passes items through until the signal aborts, which ends it at once even while the source waits. Calls `return` on the source; a generator handles
 * that only after its current wait, so it should observe the signal too.
 */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let leave: () => void = () => undefined;
  const onAbort = (): void => leave();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<Item> | undefined>((resolve, reject) => {
        leave = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (!next || next.done === true || signal.aborted) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: its end and its failure do not matter.
    void iterator.return?.().then(undefined, () => undefined);
  }
}
