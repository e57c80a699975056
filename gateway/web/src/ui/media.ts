import { useSyncExternalStore } from 'react';

/** Creates a hook that returns whether a media query matches, and updates with it. */
function createMedia(query: string): () => boolean {
  const media = matchMedia(query);
  const listen = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(listen, () => media.matches);
}

/** Whether the rows of tables are cards, as on phones. Ends where `max-sm` of the styles does. */
export const useIsCards = createMedia('(width < 40rem)');

/** Whether only the phone's bar fits, below `md` of the styles. The hidden one is not drawn: its links are half of the frame. */
export const useIsNarrow = createMedia('(width < 48rem)');

/** Whether what belongs to a form fits beside it, from `lg` of the styles on. */
export const useIsLarge = createMedia('(width >= 64rem)');

/** Whether the main pointer is a finger, whose number pad may have no Enter key. */
export const useIsTouch = createMedia('(pointer: coarse)');
