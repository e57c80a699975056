import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import type { ContactFields, ContactKind, ContactRow, NewContact } from './contact.js';
import { CONTACT_VISIBILITY, type SeenContact } from './contact-access.js';
import { matchKeysOf } from './contact-keys.js';

export const CONTACT_COLUMNS = `c.id, c.owner_id as "ownerId", c.kind, c.name, c.email, c.phone, c.company, c.handles, c.tags,
            c.notes, c.revenue, c.currency, c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`;

/** Columns of a SeenContact besides the stored ones. The contacts' table is `c`; parameters are those of a VisibilityPredicate. */
export function seenContactColumns(kind: ContactKind): string {
  const { seenColumns, sharedIds } = CONTACT_VISIBILITY[kind];
  return `${seenColumns},
            array(select distinct other.owner_id
                    from deal.contact_match_keys k
                    join deal.contact_match_keys other on other.key = k.key and other.kind = k.kind
                   where k.contact_id = c.id and other.owner_id <> c.owner_id
                     and (other.owner_id = $1 or exists (${sharedIds} and s.contact_id = other.contact_id))
                   order by other.owner_id) as "mutualOwnerIds"`;
}

/** Finds the contact if the caller sees it. */
export async function findContact(
  db: Db,
  user: UserPrincipal,
  kind: ContactKind,
  contactId: string,
): Promise<SeenContact | null> {
  return db.find<SeenContact>(
    `select ${CONTACT_COLUMNS}, ${seenContactColumns(kind)} from deal.contacts c
      where c.id = $3 and c.kind = $4 and ${CONTACT_VISIBILITY[kind].isVisible}`,
    [...viewerOf(user), contactId, kind],
  );
}

/** Finds the contact if the caller sees it, locked until the end of the transaction. */
export async function findContactForUpdate(
  tx: Tx,
  user: UserPrincipal,
  kind: ContactKind,
  contactId: string,
): Promise<ContactRow | null> {
  return tx.find<ContactRow>(
    `select ${CONTACT_COLUMNS} from deal.contacts c
      where c.id = $3 and c.kind = $4 and ${CONTACT_VISIBILITY[kind].isVisible} for no key update of c`,
    [...viewerOf(user), contactId, kind],
  );
}

/** Returns those of the contacts that the caller sees. */
export async function listSeenContacts(
  tx: Tx,
  user: UserPrincipal,
  kind: ContactKind,
  contactIds: readonly string[],
): Promise<ContactRow[]> {
  return tx.list<ContactRow>(
    `select ${CONTACT_COLUMNS} from deal.contacts c
      where c.id = any ($3::uuid[]) and c.kind = $4 and ${CONTACT_VISIBILITY[kind].isVisible}`,
    [...viewerOf(user), contactIds, kind],
  );
}

/** Returns those of the contacts that exist and belong to the owner, locked in a fixed order until the end of the transaction. */
export async function listOwnContactsForUpdate(
  tx: Tx,
  ownerId: string,
  kind: ContactKind,
  contactIds: readonly string[],
): Promise<ContactRow[]> {
  return tx.list<ContactRow>(
    `select ${CONTACT_COLUMNS} from deal.contacts c
      where c.id = any ($2::uuid[]) and c.owner_id = $1 and c.kind = $3
      order by c.id for no key update of c`,
    [ownerId, contactIds, kind],
  );
}

/** Lists contacts of an owner in the order of their ids, starting after `afterId`. */
export async function listOwnedContacts(
  db: Db,
  ownerId: string,
  kind: ContactKind,
  afterId: string | null,
  limit: number,
): Promise<ContactRow[]> {
  return db.list<ContactRow>(
    `select ${CONTACT_COLUMNS} from deal.contacts c
      where c.owner_id = $1 and c.kind = $2 and c.id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      order by c.id limit $4`,
    [ownerId, kind, afterId, limit],
  );
}

export async function insertContacts(tx: Tx, contacts: readonly NewContact[]): Promise<void> {
  if (contacts.length === 0) return;
  await tx.query(
    `insert into deal.contacts
            (id, owner_id, kind, name, email, phone, company, handles, tags, notes, revenue, currency)
     select n.id, n."ownerId", n.kind, n.name, n.email, n.phone, n.company, n.handles, n.tags, n.notes, n.revenue, n.currency
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "ownerId" uuid, kind text, name text, email text, phone text, company text, handles jsonb, tags text[],
            notes text, revenue numeric, currency text)`,
    [JSON.stringify(contacts)],
  );
  await insertMatchKeys(tx, contacts);
}

/** Sets all fields of locked contacts, and their match keys. */
export async function updateContacts(tx: Tx, contacts: readonly NewContact[]): Promise<void> {
  if (contacts.length === 0) return;
  await tx.query(
    `update deal.contacts c
        set name = n.name, email = n.email, phone = n.phone, company = n.company, handles = n.handles, tags = n.tags,
            notes = n.notes, revenue = n.revenue, currency = n.currency, updated_at = now(), version = c.version + 1
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, name text, email text, phone text, company text, handles jsonb, tags text[], notes text,
            revenue numeric, currency text)
      where c.id = n.id`,
    [JSON.stringify(contacts)],
  );
  await tx.query(`delete from deal.contact_match_keys where contact_id = any ($1::uuid[])`, [
    contacts.map(({ id }) => id),
  ]);
  await insertMatchKeys(tx, contacts);
}

async function insertMatchKeys(tx: Tx, contacts: readonly NewContact[]): Promise<void> {
  const keys = contacts.flatMap(({ id, ownerId, kind, ...fields }) =>
    matchKeysOf(fields).map((key) => ({ id, ownerId, kind, key })),
  );
  await tx.query(
    `insert into deal.contact_match_keys (contact_id, owner_id, kind, key)
     select n.id, n."ownerId", n.kind, n.key
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "ownerId" uuid, kind text, key text)`,
    [JSON.stringify(keys)],
  );
}

export async function deleteContacts(tx: Tx, contactIds: readonly string[]): Promise<void> {
  await tx.query(`delete from deal.contacts where id = any ($1::uuid[])`, [contactIds]);
}

/** Locks the deals of contacts, in a fixed order, until the end of the transaction. */
export async function lockDealsOfContacts(tx: Tx, contactIds: readonly string[]): Promise<void> {
  await tx.query(
    `select d.id from deal.deals d where d.contact_id = any ($1::uuid[]) or d.influencer_id = any ($1::uuid[])
      order by d.id for no key update of d`,
    [contactIds],
  );
}

/** Unlinks contacts from the locked deals and the tasks that refer to them; returns the deals. */
export async function unlinkContacts(
  tx: Tx,
  kind: ContactKind,
  contactIds: readonly string[],
): Promise<{ id: string; ownerId: string; name: string }[]> {
  const column = kind === 'contact' ? 'contact_id' : 'influencer_id';
  await tx.query(
    `update deal.tasks set contact_id = null, updated_at = now(), version = version + 1
      where contact_id = any ($1::uuid[])`,
    [contactIds],
  );
  return tx.list<{ id: string; ownerId: string; name: string }>(
    `update deal.deals d set ${column} = null, updated_at = now(), version = version + 1
      where d.${column} = any ($1::uuid[])
  returning d.id, d.owner_id as "ownerId", d.name`,
    [contactIds],
  );
}

/** Returns those of the contacts that the owner has, with their kinds; they cannot be deleted until the end of the transaction. */
export async function listLinkable(
  tx: Tx,
  ownerId: string,
  contactIds: readonly string[],
): Promise<Pick<ContactRow, 'id' | 'kind'>[]> {
  return tx.list<Pick<ContactRow, 'id' | 'kind'>>(
    `select c.id, c.kind from deal.contacts c
      where c.id = any ($2::uuid[]) and c.owner_id = $1 for key share of c`,
    [ownerId, contactIds],
  );
}

/** Fields by which pasted text can name a contact. */
export type NamedContact = Pick<ContactFields, 'name' | 'email' | 'handles'> & { readonly id: string };

/** Lists the owner's contacts that have one of the names, email addresses or handles, all in lower case, handles without `@`. */
export async function listNamedContacts(tx: Tx, ownerId: string, names: readonly string[]): Promise<NamedContact[]> {
  return tx.list<NamedContact>(
    `select c.id, c.name, c.email, c.handles from deal.contacts c
      where c.owner_id = $1 and c.kind = 'contact'
        and (lower(c.name) = any ($2::text[])
         or lower(c.email) = any ($2::text[])
         or exists (select 1 from jsonb_array_elements(c.handles) as h
                     where ltrim(lower(h ->> 'handle'), '@') = any ($2::text[])))
        for key share of c`,
    [ownerId, names],
  );
}
