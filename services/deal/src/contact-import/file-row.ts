import type { Handle } from '../contacts/contact.js';

/** A row of a file as text; missing fields are empty strings. */
export interface RowText {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly notes: string;
  readonly revenue: string;
  readonly currency: string;
  readonly tags: readonly string[];
  readonly handles: readonly Handle[];
  /** Reasons why parts are unreadable. */
  readonly problems: readonly string[];
}

export const NO_TEXT: RowText = {
  name: '',
  email: '',
  phone: '',
  company: '',
  notes: '',
  revenue: '',
  currency: '',
  tags: [],
  handles: [],
  problems: [],
};

/** Maximum rows of a file. */
export const ROWS_MAX = 50_000;

/** Maximum handles and tags of all rows of a file together. */
export const LISTED_MAX = 250_000;

/** Maximum tags parsed per row: one more than a contact can have, so that an excess is noticed. */
export const TAGS_READ_MAX = 51;

/** Maximum characters of one row or card, without pictures: many times what a contact can hold. */
export const RECORD_CHARACTERS_MAX = 65_536;
