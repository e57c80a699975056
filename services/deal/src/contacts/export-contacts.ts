import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ExportContactsRequest, ExportContactsResponse } from '@svc/proto/deal/v1/contact_service';
import { validate as isId } from 'uuid';
import { readKind } from './contact.js';
import { toContact } from './contact-access.js';
import { listOwnedContacts } from './contact-repo.js';

/** Rows per page: they fit one message even when every field has its maximum length. */
const PAGE_ROWS = 100;

/** Returns a page of all contacts that the caller owns. The token of the next page is the last id of this one. */
export async function exportContacts(
  db: Db,
  user: UserPrincipal,
  { kind, pageToken = null }: ExportContactsRequest,
): Promise<ExportContactsResponse> {
  if (pageToken !== null && !isId(pageToken))
    throw invalidInput('pageToken', 'must be a token that this list returned.');
  const rows = await listOwnedContacts(db, user.userId, readKind(kind), pageToken, PAGE_ROWS);
  const last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
  return {
    contacts: rows.map((row) => toContact(user, { ...row, teamIds: [], isGranted: false, mutualOwnerIds: [] })),
    ...(last ? { nextPageToken: last.id } : {}),
  };
}
