import { Bookmark, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { buttonClass } from '../ui/button.js';
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

/** On phones an icon, beside the search and the filters. */
export function SavedViewsLabel() {
  return (
    <>
      <Bookmark size={16} aria-hidden className="sm:hidden" />
      <span className="max-sm:sr-only">Saved views</span>
      <ChevronDown size={14} aria-hidden className="max-sm:hidden" />
    </>
  );
}
