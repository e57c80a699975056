import { lazy, Suspense, useState } from 'react';
import { buttonClass } from '../ui/button.js';
import { SavedViewsLabel } from './saved-views-label.js';
import type { SavedPath } from './view-query.js';

// Loaded lazily, because most visits open none.
const SavedViewsMenu = lazy(async () => ({ default: (await import('./saved-views-menu.js')).SavedViewsMenu }));

/** The user's saved filters and orders of a list. */
export function SavedViews({ path }: { readonly path: SavedPath }) {
  const [isWanted, setWanted] = useState(false);
  const trigger = (
    <button
      type="button"
      aria-haspopup="menu"
      className={buttonClass('quiet', 'max-sm:px-3.5')}
      onClick={() => setWanted(true)}
    >
      <SavedViewsLabel />
    </button>
  );
  if (!isWanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <SavedViewsMenu path={path} waiting={trigger} />
    </Suspense>
  );
}
