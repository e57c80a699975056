import type { Handle } from '../contacts/contact.js';

/** A row of a file as text; missing fields are empty. */
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
  /** Unreadable parts, with the reason. */
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

/** Rows that a file may have. */
export const ROWS_MAX = 50_000;

/** Handles and tags of all rows of a file together. */
export const LISTED_MAX = 250_000;

/** Tags of one row that are read: one more than a contact can have, so that too many are noticed. */
export const TAGS_READ_MAX = 51;

/** Characters of one row or card, without pictures: many times what a contact can hold. */
export const RECORD_CHARACTERS_MAX = 65_536;
