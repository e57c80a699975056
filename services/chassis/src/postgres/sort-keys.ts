import { invalidInput } from '../errors/app-error.js';

export type SortType = 'text' | 'integer' | 'decimal' | 'float' | 'date' | 'instant';

/** What a list can be sorted by. An index on the owner, the expression and the id has the rows in its order. */
export interface SortKey {
  /** SQL of the value. */
  readonly sql: string;
  readonly type: SortType;
  /** Some rows have no value; they come last in both directions. */
  readonly nullable?: true;
  /** SQL of the value that callers other than the owner may know, if that differs: an order reveals its values. */
  readonly seen?: string;
  /** The id of the row beside the value, where both are in another table, and how that one is joined. */
  readonly id?: string;
  readonly join?: string;
}

/** The orders of a list, by what the API calls them. */
export type SortKeys = Readonly<Record<string, SortKey>>;

/** An order that was asked for. */
export interface Sort {
  /** As it was asked for, with `-` before it for descending. */
  readonly name: string;
  readonly key: SortKey;
  readonly isDescending: boolean;
}

/** SQL of a text as lists are sorted by it: without case and accents, and no longer than an index takes. */
export function textOrder(column: string): string {
  return `left(extensions.search_text(${column}), 200)`;
}

/** SQL of the place of a text among those that have an order of their own. */
export function placeAmong(names: readonly string[], column: string): string {
  return `array_position(array[${names.map((name) => `'${name}'`).join(', ')}], ${column})`;
}

/** Reads the name of an order. Throws `invalid_input`, naming all, for another one. */
export function readSort(keys: SortKeys, name: string): Sort {
  const isDescending = name.startsWith('-');
  const field = isDescending ? name.slice(1) : name;
  const key = Object.hasOwn(keys, field) ? keys[field] : undefined;
  if (!key) {
    throw invalidInput('sort', `must be one of ${Object.keys(keys).join(', ')}, with - before it for descending.`);
  }
  return { name, key, isDescending };
}
