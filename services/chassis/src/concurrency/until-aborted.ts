/**
 * Hands on what comes until the signal aborts, which ends it at once, whatever the source waits for. The source is told that its reader
 * has stopped; a generator hears that only when what it waits for has come, so it heeds the signal too.
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
    // Neither its end nor its failure is waited for.
    void iterator.return?.().then(undefined, () => undefined);
  }
}
