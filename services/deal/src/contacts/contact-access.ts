import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Contact } from '@svc/proto/deal/v1/contact_service';
import { seenBy } from '../visibility/access.js';
import { sightOf, type SeenRow, type EntitySight } from '../visibility/sight.js';
import type { ContactKind, ContactRow } from './contact.js';

/** Who sees contacts and influencers, in queries that call their table `c`. */
export const CONTACT_SIGHTS: Readonly<Record<ContactKind, EntitySight>> = {
  contact: sightOf('contact', 'c'),
  influencer: sightOf('influencer', 'c'),
};

export interface SeenContact extends ContactRow, SeenRow {
  /** Owners of other contacts that are the same person, as far as the caller sees them. */
  readonly mutualOwnerIds: string[];
}

/** The contact as the caller may see it. */
export function toContact(user: UserPrincipal, { mutualOwnerIds, ...row }: SeenContact): Contact {
  return { ...seenBy(row.kind, user, row), mutualOwners: mutualOwnerIds.map((userId) => ({ userId })) };
}
