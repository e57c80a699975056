import { Id } from '@svc/chassis/schemas/scalars';

/**
 * Contacts and influencers are one resource under two names. Their operations are defined once, and differ only in these properties. `family`
 * prefixes operation names and paths, and `idField` is the input that identifies a record.
 */
export const CONTACTS = { kind: 'contact', family: 'contacts', idField: 'contactId' } as const;
export const INFLUENCERS = { kind: 'influencer', family: 'influencers', idField: 'influencerId' } as const;

export type AddressBook = typeof CONTACTS | typeof INFLUENCERS;

/** Schema of the id input. */
export function idFieldOf<Book extends AddressBook>({ idField }: Book) {
  return { [idField]: Id } as Readonly<Record<Book['idField'], typeof Id>>;
}

/** Returns the record id of an input. */
export function idIn({ idField }: AddressBook, input: object): string {
  return Id.parse((input as Readonly<Record<string, unknown>>)[idField]);
}

/** Returns an input without its record id. */
export function withoutId<Input extends object>(
  { idField }: AddressBook,
  input: Input,
): Omit<Input, AddressBook['idField']> {
  const { [idField]: _id, ...rest } = input as Input & Readonly<Record<string, unknown>>;
  return rest;
}
