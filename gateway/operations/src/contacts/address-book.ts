import { Id } from '@svc/chassis/schemas/scalars';

/**
 * Contacts and influencers: one resource under two names. Their operations are defined once and differ in nothing else: `family` is
 * the first part of the operations' names and of their paths, `idField` the input that names a record.
 */
export const CONTACTS = { kind: 'contact', family: 'contacts', idField: 'contactId' } as const;
export const INFLUENCERS = { kind: 'influencer', family: 'influencers', idField: 'influencerId' } as const;

export type AddressBook = typeof CONTACTS | typeof INFLUENCERS;

/** The part of an input that names a record. */
export function idFieldOf<Book extends AddressBook>({ idField }: Book) {
  return { [idField]: Id } as Readonly<Record<Book['idField'], typeof Id>>;
}

/** The id of the record that an input names. */
export function idIn({ idField }: AddressBook, input: object): string {
  return Id.parse((input as Readonly<Record<string, unknown>>)[idField]);
}

/** The rest of such an input. */
export function withoutId<Input extends object>(
  { idField }: AddressBook,
  input: Input,
): Omit<Input, AddressBook['idField']> {
  const { [idField]: _id, ...rest } = input as Input & Readonly<Record<string, unknown>>;
  return rest;
}
