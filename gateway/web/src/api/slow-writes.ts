/** Writes that wait long for their answer; the page says so. */
import { createAtom, useSelector } from '@tanstack/react-store';

/** Milliseconds after which a user wonders whether a write was sent. */
const SLOW_MS = 2_000;

const slowWrites = createAtom(0);

/** Returns the result of a write, which counts as slow while it is pending after `slowMs`. */
export async function watchWrite<Result>(write: Promise<Result>, slowMs = SLOW_MS): Promise<Result> {
  let isSlow = false;
  const turnsSlow = setTimeout(() => {
    isSlow = true;
    slowWrites.set((count) => count + 1);
  }, slowMs);
  try {
    return await write;
  } finally {
    clearTimeout(turnsSlow);
    if (isSlow) slowWrites.set((count) => count - 1);
  }
}

export function areWritesSlow(): boolean {
  return slowWrites.get() > 0;
}

export function useAreWritesSlow(): boolean {
  return useSelector(slowWrites, (count) => count > 0);
}
