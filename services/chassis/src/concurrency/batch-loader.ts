/** Limits of a batch loader. */
export interface BatchLimits {
  /** Maximum keys per batch. */
  readonly keys: number;
  /** Maximum batches in flight; one that hangs delays only its own keys. */
  readonly batches: number;
  /** Milliseconds that keys wait for a batch in flight before another one starts in parallel; 0 when unset. */
  readonly patienceMs?: number;
}

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches keys that are loaded one by one within a turn of the event loop, or while earlier batches are in flight: on its own, each key would cost a
 * command, a system call and a timer. `loadAll` returns values in the order of its keys; when it fails, it fails for all of them.
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: Key[]) => Promise<readonly Value[]>,
  { keys: keysMax, batches: batchesMax, patienceMs = 0 }: BatchLimits,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;
  let isDue = false;
  let impatience: NodeJS.Timeout | undefined;

  const load = async (): Promise<void> => {
    isDue = false;
    clearTimeout(impatience);
    impatience = undefined;
    const batch = waiting.slice(0, keysMax);
    waiting = waiting.slice(keysMax);
    underWay += 1;
    schedule();
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error(`${batch.length} keys got ${values.length} values`);
      values.forEach((value, index) => batch[index]?.resolve(value));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    begin();
  };

  const begin = (): void => {
    if (isDue || waiting.length === 0 || underWay >= batchesMax) return;
    isDue = true;
    setImmediate(() => void load());
  };

  const schedule = (): void => {
    if (underWay === 0 || patienceMs === 0) return begin();
    if (waiting.length === 0) return;
    impatience ??= setTimeout(() => {
      impatience = undefined;
      begin();
    }, patienceMs).unref();
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
