import { order, text, word } from '../address/search-parameters.js';
import type { Input } from '../api/operations.js';

type Visibility = NonNullable<Input<'contacts.list'>['visibility']>;

/** Labels of the filter's chips, in order. */
export const VISIBILITIES: readonly (readonly [Visibility, string])[] = [
  ['all', 'All'],
  ['mine', 'Mine'],
  ['shared', 'Shared with me'],
  ['mutual', 'In both lists'],
];

/** The address parameters of a contact list; without any it lists all. */
export const CONTACT_FILTER = {
  q: text,
  visibility: word(['mine', 'shared', 'mutual']),
  sort: order(['name', 'company', 'email']),
};
