import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { changeInBulk, noSuchChange } from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { BulkChangeContactsRequest, BulkChangeContactsResponse } from '@svc/proto/deal/v1/contact_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { type ContactKind, type ContactRow, readKind } from './contact.js';
import { listOwnContactsForUpdate, listSeenContacts, lockDealsOfContacts } from './contact-repo.js';
import { deleteLockedContacts } from './delete-contact.js';

/** Deletes many contacts, each by the rules for one. Throws `invalid_input` for a request that is invalid for every contact. */
export async function bulkChangeContacts(
  tx: Tx,
  user: UserPrincipal,
  request: BulkChangeContactsRequest,
): Promise<BulkChangeContactsResponse> {
  const kind = readKind(request.contactKind);
  if (request.kind !== 'delete') throw noSuchChange(['delete']);
  return changeInBulk<ContactRow>(tx, request.ids, {
    what: kind,
    lock: (ids) => lockContacts(tx, user, kind, ids),
    check: (contact) => assertOwned(kind, user, contact),
    apply: (contacts) => deleteLockedContacts(tx, user, kind, contacts),
  });
}

/** Checks ownership first, so that no caller locks other users' deals; deals are locked before their contacts. */
async function lockContacts(
  tx: Tx,
  user: UserPrincipal,
  kind: ContactKind,
  contactIds: readonly string[],
): Promise<ContactRow[]> {
  const seen = await listSeenContacts(tx, user, kind, contactIds);
  const own = seen.filter(({ ownerId }) => ownerId === user.userId).map(({ id }) => id);
  await lockDealsOfContacts(tx, own);
  const locked = await listOwnContactsForUpdate(tx, user.userId, kind, own);
  return [...locked, ...seen.filter(({ ownerId }) => ownerId !== user.userId)];
}
