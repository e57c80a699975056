import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type {
  Contact,
  CreateContactRequest,
  ImportContactsRequest,
  ListContactsRequest,
  UpdateContactRequest,
} from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import type { DealTestService } from './deal-service.js';
import { userIn } from './records.js';

/** A request for a contact with these fields and arbitrary others. */
export function contactRequest(fields: Partial<CreateContactRequest> = {}): CreateContactRequest {
  return { kind: 'contact', name: 'Ann', handles: [], tags: [], ...fields };
}

/** A change of these fields; null clears. */
export function contactChange(contact: Contact, fields: Partial<UpdateContactRequest>): UpdateContactRequest {
  const { expectedVersion = null, ...changes } = fields;
  const { id: contactId, kind } = contact;
  return { kind, contactId, updateMask: Object.keys(changes), handles: [], tags: [], expectedVersion, ...changes };
}

export async function createContact(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<CreateContactRequest> = {},
): Promise<Contact> {
  const { contact } = await service.as(user).contacts.createContact(contactRequest(fields));
  if (!contact) throw new Error('The answer has no contact.');
  return contact;
}

export async function getContact(
  service: DealTestService,
  user: UserPrincipal,
  { kind, id }: Contact,
): Promise<Contact> {
  const { contact } = await service.as(user).contacts.getContact({ kind, contactId: id });
  if (!contact) throw new Error('The answer has no contact.');
  return contact;
}

/** Returns the first contacts of a list. */
export async function listContacts(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<ListContactsRequest> = {},
): Promise<Contact[]> {
  const request = { kind: 'contact', pageSize: 50, skip: 0, scope: 'mine', visibility: '', ...fields };
  const { contacts, totalSize } = await service.as(user).contacts.listContacts(request);
  if (totalSize !== contacts.length) throw new Error('The list is longer than its first page.');
  return contacts;
}

/** Shares a contact with a team, directly in the database. */
export async function shareContact(service: DealTestService, contact: Contact, teamId: string): Promise<void> {
  await service.pool.query(
    `insert into deal.contact_team_shares (id, contact_id, team_id, shared_by) values ($1, $2, $3, $4)`,
    [newId(), contact.id, teamId, contact.ownerId],
  );
}

/** Grants a user a sensitive field of all shared records of the owner, directly in the database. */
export async function grant(service: DealTestService, owner: UserPrincipal, user: UserPrincipal, scope: string) {
  await service.pool.query(
    `insert into deal.access_requests (id, owner_id, requester_id, scope, reason, status)
     values ($1, $2, $3, $4, 'Planning', 'approved')`,
    [newId(), owner.userId, user.userId, scope],
  );
}

/** Creates a shared contact, and one user for each way of seeing it or not. */
export async function createSharedContact(service: DealTestService, fields: Partial<CreateContactRequest> = {}) {
  const teamId = newId();
  const owner = testUser();
  const contact = await createContact(service, owner, fields);
  await shareContact(service, contact, teamId);
  return {
    contact,
    teamId,
    owner,
    teamOwner: userIn({ [teamId]: 'owner' }),
    teamAdmin: userIn({ [teamId]: 'admin' }),
    member: userIn({ [teamId]: 'member' }),
    stranger: userIn({ [newId()]: 'owner' }),
  };
}

/** Imports a file of contacts, a CSV file unless the fields say otherwise. */
export function importContactFile(
  service: DealTestService,
  user: UserPrincipal,
  content: string | Buffer,
  fields: Partial<ImportContactsRequest> = {},
) {
  const request = { kind: 'contact', format: 'csv', preview: false, mapping: [], ...fields };
  return service.as(user).contacts.importContacts({ ...request, content: Buffer.from(content) });
}
