import { Bookmark, ChevronDown } from 'lucide-react';

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
