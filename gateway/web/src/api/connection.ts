/** Whether the product is reachable. After a call finds that it is not, the page polls until it is. */
import { createAtom, useSelector } from '@tanstack/react-store';

/** Milliseconds before the first check, which covers calls that were merely cut off, without a message. */
const LOOK_MS = 1_000;
/** Milliseconds between later checks. */
const LOOK_AGAIN_MS = 3_000;

const isConnected = createAtom(true);
let isLooking = false;
let nextLook: ReturnType<typeof setTimeout> | undefined;
const returned = new Set<() => void>();

/** Reports a call without a response. `look` checks again. */
export function connectionFailed(look: () => Promise<unknown>): void {
  if (!navigator.onLine) isConnected.set(false);
  if (isLooking) return;
  isLooking = true;
  lookAfter(LOOK_MS, look);
}

function lookAfter(pauseMs: number, look: () => Promise<unknown>): void {
  clearTimeout(nextLook);
  nextLook = setTimeout(() => {
    look().catch(() => {
      if (!isLooking) return;
      isConnected.set(false);
      lookAfter(LOOK_AGAIN_MS, look);
    });
  }, pauseMs);
}

/** Reports a call with a response of any kind. */
export function connectionWorks(): void {
  if (!isLooking) return;
  isLooking = false;
  clearTimeout(nextLook);
  isConnected.set(true);
  for (const listener of returned) listener();
}

/** Resolves when the product is reachable again, for waiting calls. */
export function onConnectionBack(listener: () => void): () => void {
  returned.add(listener);
  return () => void returned.delete(listener);
}

/** False while the product is known to be unreachable. */
export function useIsConnected(): boolean {
  return useSelector(isConnected);
}
