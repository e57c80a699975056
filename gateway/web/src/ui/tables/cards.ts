import { useSyncExternalStore } from 'react';

/** Where `max-sm` of the styles ends. */
const CARDS = matchMedia('(width < 40rem)');

function listen(listener: () => void): () => void {
  CARDS.addEventListener('change', listener);
  return () => CARDS.removeEventListener('change', listener);
}

/** Whether the rows of tables are cards, as on phones. */
export function useIsCards(): boolean {
  return useSyncExternalStore(listen, () => CARDS.matches);
}
