/** The order of a list, as the server takes it: the name of a field, with `-` before it for descending. */
export interface Sorting {
  /** Undefined for the default order. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** The name of the default order; "Newest first" if unset. */
  readonly byDefault?: string;
}

export interface Sortable {
  readonly sort: string;
  /** Whether the highest, or the latest, come first. */
  readonly startsHigh?: boolean | undefined;
}

/** The order after a click on a head: one direction, then the other, then the default. */
export function nextSort(current: string | undefined, { sort, startsHigh = false }: Sortable): string | undefined {
  const [first, second] = startsHigh ? [`-${sort}`, sort] : [sort, `-${sort}`];
  if (current === first) return second;
  return current === second ? undefined : first;
}

/** The direction in which a list is sorted by a field; undefined when sorted by another. */
export function directionOf(current: string | undefined, field: string): 'ascending' | 'descending' | undefined {
  if (current === field) return 'ascending';
  return current === `-${field}` ? 'descending' : undefined;
}
