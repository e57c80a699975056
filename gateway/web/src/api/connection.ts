/** Whether the product is reachable. After a call finds that it is not, the page polls until it is. */
import { useSyncExternalStore } from 'react';

/** Milliseconds before the first check, which covers calls that were merely cut off, without a message. */
const LOOK_MS = 1_000;
/** Milliseconds between later checks. */
const LOOK_AGAIN_MS = 3_000;

let isConnected = true;
let isLooking = false;
let nextLook: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

/** A call got no response. `look` tries again. */
export function connectionFailed(look: () => Promise<unknown>): void {
  if (!navigator.onLine) setConnected(false);
  if (isLooking) return;
  isLooking = true;
  lookAfter(LOOK_MS, look);
}

function lookAfter(pauseMs: number, look: () => Promise<unknown>): void {
  clearTimeout(nextLook);
  nextLook = setTimeout(() => {
    look().catch(() => {
      if (!isLooking) return;
      setConnected(false);
      lookAfter(LOOK_AGAIN_MS, look);
    });
  }, pauseMs);
}

/** A call got a response, of any kind. */
export function connectionWorks(): void {
  if (!isLooking) return;
  isLooking = false;
  clearTimeout(nextLook);
  setConnected(true);
  for (const listener of returned) listener();
}

/** Resolves when the product is reachable again, for waiting calls. */
export function onConnectionBack(listener: () => void): () => void {
  returned.add(listener);
  return () => void returned.delete(listener);
}

function setConnected(is: boolean): void {
  if (isConnected === is) return;
  isConnected = is;
  for (const listener of listeners) listener();
}

/** False while the product is known to be unreachable. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isConnected,
  );
}
