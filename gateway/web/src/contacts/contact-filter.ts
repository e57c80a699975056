import type { Input } from '../api/operations.js';
import { order, text, word } from '../search-parameters.js';

type Visibility = NonNullable<Input<'contacts.list'>['visibility']>;

/** Words of the filter, in the order of their chips. */
export const VISIBILITIES: readonly (readonly [Visibility, string])[] = [
  ['all', 'All'],
  ['mine', 'Mine'],
  ['shared', 'Shared with me'],
  ['mutual', 'In both lists'],
];

/** What the address of a list of contacts says; all of them is what it says with nothing. */
export const CONTACT_FILTER = {
  q: text,
  visibility: word(['mine', 'shared', 'mutual']),
  sort: order(['name', 'company', 'email']),
};
