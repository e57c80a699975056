/** During maintenance calls wait; the page polls for its end. */
import { useSyncExternalStore } from 'react';

const LOOK_MS = 20_000;

let closed: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Resolves at the end of maintenance, for which it polls `isOpen`. */
export function maintenanceEnds(isOpen: () => Promise<boolean>): Promise<void> {
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

export function useIsInMaintenance(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closed !== undefined,
  );
}
