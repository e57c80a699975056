import type { PlainAppPath } from '@svc/web/shared/paths';
import { useFilter } from './use-filter.js';

/** Parameters that affect the order or view of a list, but do not filter its rows. */
const NO_FILTERS = ['q', 'sort', 'task', 'board'];

/** The number of filters set in the page's address, without the search, and a function that clears them. */
export function useSetFilters(path: PlainAppPath): { readonly active: number; readonly onClear: () => void } {
  const [filter, setFilter] = useFilter(path);
  const names = Object.keys(filter).filter((name) => !NO_FILTERS.includes(name));
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  return { active: names.length, onClear: () => setFilter(unset) };
}
