import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DeleteContactRequest } from '@svc/proto/deal/v1/contact_service';
import { recordActivities } from '../activity/record-activities.js';
import { endExternalSharesOf } from '../external-shares/change-external-share.js';
import { assertOwned } from '@svc/chassis/sharing/team-access';
import {
  deleteContact as deleteStoredContact,
  findContact,
  findContactForUpdate,
  lockDealsOfContact,
  unlinkContact,
} from './contact-repo.js';
import { readKind } from './contact.js';

/** Deletes a contact; deals and tasks that name it lose their link, which is a change of each. Throws VERSION_CONFLICT. */
export async function deleteContact(
  tx: Tx,
  user: UserPrincipal,
  { kind: kindText, contactId, expectedVersion }: DeleteContactRequest,
): Promise<void> {
  const kind = readKind(kindText);
  // Whose it is comes first, so that nobody holds up deals of others. Whoever links a deal has locked the deal before its contact.
  assertOwned(kind, user, await findContact(tx, user, kind, contactId));
  await lockDealsOfContact(tx, contactId);
  const contact = await findContactForUpdate(tx, user, kind, contactId);
  assertOwned(kind, user, contact);
  checkVersion(contact.version, expectedVersion);
  const deals = await unlinkContact(tx, kind, contactId);
  await deleteStoredContact(tx, contactId);
  const changedFields = [kind === 'contact' ? 'contactId' : 'influencerId'];
  await recordActivities(
    tx,
    user,
    deals.map((deal) => ({ deal, action: 'deal.updated', changedFields })),
  );
  await endExternalSharesOf(tx, user, [contact]);
}
