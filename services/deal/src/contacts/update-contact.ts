import { isDeepStrictEqual } from 'node:util';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { Contact, UpdateContactRequest } from '@svc/proto/deal/v1/contact_service';
import { maskedFields } from '@svc/chassis/grpc/update-mask';
import { assertOwned } from '../visibility/access.js';
import { toContact } from './contact-access.js';
import { findContact, findContactForUpdate, updateContacts } from './contact-repo.js';
import { readKind, toHandles, type ContactFields } from './contact.js';

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

/** Fields that a contact cannot be without. */
const REQUIRED: readonly (keyof ContactFields)[] = ['name', 'currency'];

/** Changes the fields that the mask names. What is already as asked does not count as a change. Throws VERSION_CONFLICT. */
export async function updateContact(tx: Tx, user: UserPrincipal, request: UpdateContactRequest): Promise<Contact> {
  const kind = readKind(request.kind);
  const changes = readChanges(request);
  const stored = await findContactForUpdate(tx, user, kind, request.contactId);
  assertOwned(kind, user, stored);
  checkVersion(stored.version, request.expectedVersion);

  const isChanged = CHANGEABLE.some(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], stored[field]),
  );
  if (isChanged) await updateContacts(tx, [{ ...stored, ...changes }]);
  const contact = await findContact(tx, user, kind, stored.id);
  if (!contact) throw notFound(kind);
  return toContact(user, contact);
}

/** The masked fields with their new values; null clears. */
function readChanges(request: UpdateContactRequest): Partial<ContactFields> {
  const given = { ...request, handles: toHandles(request.handles) };
  const fields = maskedFields(request.updateMask, CHANGEABLE);
  const changes = Object.fromEntries(fields.map((field) => [field, given[field] ?? null]));
  for (const field of REQUIRED) if (changes[field] === null) throw invalidInput(field, 'Cannot be cleared.');
  return changes;
}
