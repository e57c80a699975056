import { startTransition, useEffect, useState } from 'react';
import type { TypedViewCounts } from './typed-view-counts.js';

/** How many counts were added since the page was opened. What shows it is drawn after the row and whatever is typed meanwhile. */
export function useAdded(typedViewCounts: TypedViewCounts): number {
  const [added, setAdded] = useState(typedViewCounts.added);
  useEffect(() => {
    const follow = (): void => startTransition(() => setAdded(typedViewCounts.added()));
    follow();
    return typedViewCounts.subscribe('*', follow);
  }, [typedViewCounts]);
  return added;
}
