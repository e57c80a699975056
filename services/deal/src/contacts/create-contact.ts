import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Contact, CreateContactRequest } from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import { readKind, toHandles } from './contact.js';
import { toContact } from './contact-access.js';
import { findContact, insertContacts } from './contact-repo.js';

/** Creates a contact; its currency defaults to the caller's setting. */
export async function createContact(tx: Tx, user: UserPrincipal, request: CreateContactRequest): Promise<Contact> {
  const kind = readKind(request.kind);
  const id = newId();
  await insertContacts(tx, [
    {
      id,
      ownerId: user.userId,
      kind,
      name: request.name,
      email: request.email ?? null,
      phone: request.phone ?? null,
      company: request.company ?? null,
      handles: toHandles(request.handles),
      tags: request.tags,
      notes: request.notes ?? null,
      revenue: request.revenue ?? null,
      currency: request.currency ?? user.preferences.currency,
    },
  ]);
  const contact = await findContact(tx, user, kind, id);
  if (!contact) throw notFound(kind);
  return toContact(user, contact);
}
