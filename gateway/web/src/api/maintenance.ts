/** While the system is closed for maintenance calls wait; the page looks from time to time whether it is open again. */
import { useSyncExternalStore } from 'react';

const LOOK_MS = 20_000;

let closed: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Resolves when the system is open again, which `isOpen` is asked for. */
export function openAgain(isOpen: () => Promise<boolean>): Promise<void> {
  if (closed) return closed.promise;
  const opening = Promise.withResolvers<void>();
  closed = opening;
  tell();
  const looking = setInterval(() => {
    const look = async (): Promise<void> => {
      if (!(await isOpen())) return;
      clearInterval(looking);
      closed = undefined;
      opening.resolve();
      tell();
    };
    // A gateway that does not answer is not open.
    look().catch(() => undefined);
  }, LOOK_MS);
  return opening.promise;
}

export function useIsClosed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closed !== undefined,
  );
}
