import type { Input } from '../api/operations.js';

type Visibility = NonNullable<Input<'contacts.list'>['visibility']>;

/** What the address of a list of contacts says. */
export interface ContactFilter {
  readonly q?: string;
  readonly visibility?: Visibility;
}

/** Words of the filter, in the order of their chips. */
export const VISIBILITIES: readonly (readonly [Visibility, string])[] = [
  ['all', 'All'],
  ['mine', 'Mine'],
  ['shared', 'Shared with me'],
  ['mutual', 'In both lists'],
];

export function readContactFilter({ q, visibility }: Record<string, unknown>): ContactFilter {
  const known = VISIBILITIES.find(([value]) => value === visibility)?.[0];
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && known !== 'all' && { visibility: known }),
  };
}
