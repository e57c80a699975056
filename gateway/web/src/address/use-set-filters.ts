import type { PlainAppPath } from '@svc/web/shared/paths';
import { useFilter } from './use-filter.js';

/** Parameters that order or show a list, and filter none of its rows. */
const NO_FILTERS = ['q', 'sort', 'task', 'board'];

/** The number of filters set in the page's address, without the search, and a function that unsets them. */
export function useSetFilters(path: PlainAppPath): { readonly active: number; readonly onClear: () => void } {
  const [filter, setFilter] = useFilter(path);
  const names = Object.keys(filter).filter((name) => !NO_FILTERS.includes(name));
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  return { active: names.length, onClear: () => setFilter(unset) };
}
