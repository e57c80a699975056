import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Contact, UpdateContactRequest } from '@svc/proto/deal/v1/contact_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { type ContactFields, readKind, toHandles } from './contact.js';
import { toContact } from './contact-access.js';
import { findContact, findContactForUpdate, updateContacts } from './contact-repo.js';

const CHANGEABLE = [
  'name',
  'email',
  'phone',
  'company',
  'handles',
  'tags',
  'notes',
  'revenue',
  'currency',
] as const satisfies readonly (keyof ContactFields)[];

/** Changes the fields that the mask names. Equal values do not count as a change. Throws VERSION_CONFLICT. */
export async function updateContact(tx: Tx, user: UserPrincipal, request: UpdateContactRequest): Promise<Contact> {
  const kind = readKind(request.kind);
  const input = { ...request, handles: toHandles(request.handles) };
  const changes = readChanges(input, CHANGEABLE, ['name', 'currency']);
  const stored = await findContactForUpdate(tx, user, kind, request.contactId);
  assertOwned(kind, user, stored);
  checkVersion(stored.version, request.expectedVersion);

  if (changedFields(stored, changes).length > 0) await updateContacts(tx, [{ ...stored, ...changes }]);
  const contact = await findContact(tx, user, kind, stored.id);
  if (!contact) throw notFound(kind);
  return toContact(user, contact);
}
