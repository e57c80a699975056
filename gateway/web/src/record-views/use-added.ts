import { startTransition, useEffect, useState } from 'react';
import type { TypedViewCounts } from './typed-view-counts.js';

/** Number of counts added since the page was opened. Updates after the row and any typing. */
export function useAdded(typedViewCounts: TypedViewCounts): number {
  const [added, setAdded] = useState(typedViewCounts.added);
  useEffect(() => {
    const follow = (): void => startTransition(() => setAdded(typedViewCounts.added()));
    follow();
    return typedViewCounts.subscribe('*', follow);
  }, [typedViewCounts]);
  return added;
}
