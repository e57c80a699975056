import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteContactRequest } from '@svc/proto/deal/v1/contact_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { endExternalSharesOf } from '../external-shares/change-external-share.js';
import { type ContactKind, type ContactRow, readKind } from './contact.js';
import {
  deleteContacts,
  findContact,
  findContactForUpdate,
  lockDealsOfContacts,
  unlinkContacts,
} from './contact-repo.js';

/** Deletes a contact, and unlinks the deals and tasks that refer to it, which changes each of them. Throws VERSION_CONFLICT. */
export async function deleteContact(
  tx: Tx,
  user: UserPrincipal,
  { kind: kindText, contactId, expectedVersion }: DeleteContactRequest,
): Promise<void> {
  const kind = readKind(kindText);
  // Ownership is checked first, so that no caller locks other users' deals. Linking a deal locks the deal before its contact.
  assertOwned(kind, user, await findContact(tx, user, kind, contactId));
  await lockDealsOfContacts(tx, [contactId]);
  const contact = await findContactForUpdate(tx, user, kind, contactId);
  assertOwned(kind, user, contact);
  checkVersion(contact.version, expectedVersion);
  await deleteLockedContacts(tx, user, kind, [contact]);
}

/** Deletes contacts of a kind that belong to the caller and are locked with their deals. */
export async function deleteLockedContacts(
  tx: Tx,
  user: UserPrincipal,
  kind: ContactKind,
  contacts: readonly ContactRow[],
): Promise<void> {
  const contactIds = contacts.map(({ id }) => id);
  const deals = await unlinkContacts(tx, kind, contactIds);
  await deleteContacts(tx, contactIds);
  const changedFields = [kind === 'contact' ? 'contactId' : 'influencerId'];
  await recordActivities(
    tx,
    user,
    deals.map((deal) => ({ deal, action: 'deal.updated', changedFields })),
  );
  await endExternalSharesOf(tx, user, contacts);
}
