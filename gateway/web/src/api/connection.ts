/** Whether the product can be reached. Once a call has found that it cannot, the page looks until it can. */
import { useSyncExternalStore } from 'react';

/** Milliseconds before the first look. A call that was merely cut off is answered by it, and nothing is said of that. */
const LOOK_MS = 1_000;
/** Milliseconds between two looks after that. */
const LOOK_AGAIN_MS = 3_000;

let isAway = false;
let isLooking = false;
let nextLook: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

/** A call got no answer. `look` asks for one again. */
export function connectionFailed(look: () => Promise<unknown>): void {
  if (!navigator.onLine) setAway(true);
  if (isLooking) return;
  isLooking = true;
  lookAfter(LOOK_MS, look);
}

function lookAfter(pauseMs: number, look: () => Promise<unknown>): void {
  clearTimeout(nextLook);
  nextLook = setTimeout(() => {
    look().catch(() => {
      if (!isLooking) return;
      setAway(true);
      lookAfter(LOOK_AGAIN_MS, look);
    });
  }, pauseMs);
}

/** A call was answered, however. */
export function connectionWorks(): void {
  if (!isLooking) return;
  isLooking = false;
  clearTimeout(nextLook);
  setAway(false);
  for (const listener of returned) listener();
}

/** Hears that the product can be reached again, for what waits. */
export function onConnectionBack(listener: () => void): () => void {
  returned.add(listener);
  return () => void returned.delete(listener);
}

function setAway(is: boolean): void {
  if (isAway === is) return;
  isAway = is;
  for (const listener of listeners) listener();
}

/** Whether it is known that the product cannot be reached. */
export function useIsConnectionAway(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isAway,
  );
}
