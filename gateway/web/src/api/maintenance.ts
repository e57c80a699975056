/** During maintenance calls wait; the page polls for its end. */
import { createAtom, useSelector } from '@tanstack/react-store';

const LOOK_MS = 20_000;

const opening = createAtom<PromiseWithResolvers<void> | null>(null);

/** Resolves at the end of maintenance, for which it polls `isOpen`. */
export function maintenanceEnds(isOpen: () => Promise<boolean>): Promise<void> {
  const known = opening.get();
  if (known) return known.promise;
  const ending = Promise.withResolvers<void>();
  opening.set(ending);
  const looking = setInterval(() => {
    const look = async (): Promise<void> => {
      if (!(await isOpen())) return;
      clearInterval(looking);
      opening.set(null);
      ending.resolve();
    };
    // Without a response, maintenance is assumed to continue.
    look().catch(() => undefined);
  }, LOOK_MS);
  return ending.promise;
}

export function useIsInMaintenance(): boolean {
  return useSelector(opening, (waiting) => waiting !== null);
}
