/** The order of a list, as the server is asked for it: the name of a field, with `-` before it for descending. */
export interface Sorting {
  /** Undefined for the order that the list has by itself. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

export interface Sortable {
  readonly sort: string;
  readonly isNumeric?: boolean | undefined;
}

/** What a click on a head asks for: one direction, then the other, then the list's own order. Numbers begin with the highest. */
export function nextSort(current: string | undefined, { sort, isNumeric = false }: Sortable): string | undefined {
  const [first, second] = isNumeric ? [`-${sort}`, sort] : [sort, `-${sort}`];
  if (current === first) return second;
  return current === second ? undefined : first;
}

/** In which direction a list is sorted by a field; undefined when it is sorted by another. */
export function directionOf(current: string | undefined, field: string): 'ascending' | 'descending' | undefined {
  if (current === field) return 'ascending';
  return current === `-${field}` ? 'descending' : undefined;
}
