import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DeleteContactRequest } from '@svc/proto/deal/v1/contact_service';
import { assertOwned } from '../visibility/access.js';
import { deleteContact as deleteStoredContact, findContactForUpdate, lockDealsOfContact } from './contact-repo.js';
import { readKind } from './contact.js';

/** Deletes a contact; the deals that name it lose their link. Throws VERSION_CONFLICT. */
export async function deleteContact(
  tx: Tx,
  user: UserPrincipal,
  { kind: kindText, contactId, expectedVersion }: DeleteContactRequest,
): Promise<void> {
  const kind = readKind(kindText);
  // Whoever links a deal has locked the deal before its contact.
  await lockDealsOfContact(tx, contactId);
  const contact = await findContactForUpdate(tx, user, kind, contactId);
  assertOwned(kind, user, contact);
  checkVersion(contact.version, expectedVersion);
  await deleteStoredContact(tx, contactId);
}
