import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import type { Item } from '../api/operations.js';

export type Contact = Item<'contacts.list' | 'influencers.list'>;

/** Contacts and influencers: the same pages over two families of operations. */
export const CONTACT_BOOK = {
  kind: 'contact',
  family: 'contacts',
  title: 'Contacts',
  one: 'contact',
  newLabel: 'New contact',
  none: 'No contacts yet. Add the people you work with at brands, agencies and publishers.',
  path: '/contacts',
  importPath: '/contacts/import',
} as const;

export const INFLUENCER_BOOK = {
  kind: 'influencer',
  family: 'influencers',
  title: 'Influencers',
  one: 'influencer',
  newLabel: 'New influencer',
  none: 'No influencers yet. Add the creators whose videos you check.',
  path: '/influencers',
  importPath: '/influencers/import',
} as const;

export type AddressBook = typeof CONTACT_BOOK | typeof INFLUENCER_BOOK;

/** The part of an input that names a record. */
export function named(book: AddressBook, id: string): { contactId: string } | { influencerId: string } {
  return book.kind === 'contact' ? { contactId: id } : { influencerId: id };
}

/** A platform's usual name; an unknown one as entered. */
export function platformName(platform: string): string {
  const names: Readonly<Record<string, string>> = PLATFORM_NAMES;
  return names[platform.toLowerCase()] ?? platform;
}

/** A handle as people write it. */
export function handleText(handle: string): string {
  return handle.startsWith('@') ? handle : `@${handle}`;
}
