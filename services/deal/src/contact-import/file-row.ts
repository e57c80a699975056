import type { Handle } from '../contacts/contact.js';

/** What a row of a file says, as text; empty where it says nothing. */
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
  /** What could not be read, and why. */
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

/** Handles and tags that a file may have, all rows together. */
export const LISTED_MAX = 250_000;

/** Tags of one row that are read: one more than a contact can have, so that too many are noticed. */
export const TAGS_READ_MAX = 51;

/** Characters of one row or card, without pictures: many times what a contact can hold. */
export const RECORD_CHARACTERS_MAX = 65_536;
