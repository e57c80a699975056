import { startTransition, useEffect, useState } from 'react';
import type { Recordings } from './recordings.js';

/** How many counts were added since the page was opened. What shows it is drawn after the row and whatever is typed meanwhile. */
export function useAdded(recordings: Recordings): number {
  const [added, setAdded] = useState(recordings.added);
  useEffect(() => {
    const follow = (): void => startTransition(() => setAdded(recordings.added()));
    follow();
    return recordings.subscribe('*', follow);
  }, [recordings]);
  return added;
}
