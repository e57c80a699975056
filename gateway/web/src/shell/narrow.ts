import { useSyncExternalStore } from 'react';

/** Below the width from which pages have a side bar: `md` of the styles. */
const NARROW = matchMedia('(width < 48rem)');

/** Whether only the phone's bar fits. The hidden one is not drawn: its links are half of the frame. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => NARROW.matches);
}

function listen(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}
