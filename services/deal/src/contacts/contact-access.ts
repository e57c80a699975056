import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Contact } from '@svc/proto/deal/v1/contact_service';
import { seenBy } from '../visibility/access.js';
import { type EntityVisibility, type SeenRow, visibilityOf } from '../visibility/visibility-predicate.js';
import type { ContactKind, ContactRow } from './contact.js';

/** Visibility of contacts and influencers, for queries that call their table `c`. */
export const CONTACT_VISIBILITY: Readonly<Record<ContactKind, EntityVisibility>> = {
  contact: visibilityOf('contact', 'c'),
  influencer: visibilityOf('influencer', 'c'),
};

export interface SeenContact extends ContactRow, SeenRow {
  /** Owners of other contacts that are the same person, limited to contacts that the caller sees. */
  readonly mutualOwnerIds: string[];
}

/** Returns the contact as the caller may see it. */
export function toContact(user: UserPrincipal, { mutualOwnerIds, ...row }: SeenContact): Contact {
  return { ...seenBy(row.kind, user, row), mutualOwners: mutualOwnerIds.map((userId) => ({ userId })) };
}
