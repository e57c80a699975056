/** Writes that wait long for their answer; the page says so. */
import { createAtom, useSelector } from '@tanstack/react-store';
import { whenSlow } from './when-slow.js';

/** Milliseconds after which a user wonders whether a write was sent. */
const SLOW_MS = 2_000;

const slowWrites = createAtom(0);

/** Returns the result of a write, which counts as slow while it is pending after two seconds. */
export function watchWrite<Result>(write: Promise<Result>): Promise<Result> {
  return whenSlow(write, SLOW_MS, () => {
    slowWrites.set((count) => count + 1);
    return () => slowWrites.set((count) => count - 1);
  });
}

export function useAreWritesSlow(): boolean {
  return useSelector(slowWrites, (count) => count > 0);
}
