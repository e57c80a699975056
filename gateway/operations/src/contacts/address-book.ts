import { Id } from '../schemas/scalars.js';

/** Contacts and influencers: one resource under two names. Their operations are defined once and differ in nothing else. */
export interface AddressBook {
  readonly kind: 'contact' | 'influencer';
  /** First part of the operations' names and of their paths. */
  readonly family: 'contacts' | 'influencers';
  /** Input that names a record. */
  readonly idField: 'contactId' | 'influencerId';
}

export const CONTACTS: AddressBook = { kind: 'contact', family: 'contacts', idField: 'contactId' };
export const INFLUENCERS: AddressBook = { kind: 'influencer', family: 'influencers', idField: 'influencerId' };

/** The part of an input that names a record. `withoutId` reads it: the name of the field is not known to the compiler. */
export function idFieldOf({ idField }: AddressBook): object {
  return { [idField]: Id };
}

/** The id of the record that an input names, and the rest of the input. */
export function withoutId<Input extends object>({ idField }: AddressBook, input: Input): [id: string, rest: Input] {
  const { [idField]: id, ...rest } = input as Input & Readonly<Record<string, unknown>>;
  return [Id.parse(id), rest as unknown as Input];
}
