import { invalidInput } from '../../errors/app-error.js';

export type SortType = 'text' | 'integer' | 'decimal' | 'float' | 'date' | 'instant';

/** A sort key of a list. An index on the owner, the expression and the id has the rows in its order. */
export interface SortKey {
  /** SQL of the value. */
  readonly sql: string;
  readonly type: SortType;
  /** Rows may have no value; those come last in both directions. */
  readonly nullable?: true;
  /** SQL of the value for callers other than the owner, if it differs, because an order reveals its values. */
  readonly seen?: string;
  /** SQL of the row's id next to the value, when both are in another table, and its join. */
  readonly id?: string;
  readonly join?: string;
}

/** The sort keys of a list, by their API names. */
export type SortKeys = Readonly<Record<string, SortKey>>;

/** A requested order. */
export interface Sort {
  /** The requested name, with a leading `-` for descending. */
  readonly name: string;
  readonly key: SortKey;
  readonly isDescending: boolean;
}

/** SQL of a text as a sort key: without case and accents, and no longer than an index accepts. */
export function textOrder(column: string): string {
  return `left(extensions.search_text(${column}), 200)`;
}

/** SQL of a text's rank among texts with their own order. */
export function placeAmong(names: readonly string[], column: string): string {
  return `array_position(array[${names.map((name) => `'${name}'`).join(', ')}], ${column})`;
}

/** Parses the name of an order. Throws `invalid_input`, naming all, for an unknown one. */
export function readSort(keys: SortKeys, name: string): Sort {
  const isDescending = name.startsWith('-');
  const field = isDescending ? name.slice(1) : name;
  const key = Object.hasOwn(keys, field) ? keys[field] : undefined;
  if (!key) {
    throw invalidInput('sort', `must be one of ${Object.keys(keys).join(', ')}, with - before it for descending.`);
  }
  return { name, key, isDescending };
}
