import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { CONTACT_COLUMNS } from '../contacts/contact-repo.js';
import type { ContactKind, StoredContact } from '../contacts/contact.js';

/** Waits until no other import into the owner's address books is running, on any replica. */
export async function lockContactImports(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('contact import ' || $1, 0))`, [ownerId]);
}

/** The owner's contacts that have one of the keys or one of the names, oldest first. */
export async function listMatchable(
  db: Db,
  ownerId: string,
  kind: ContactKind,
  { keys, names }: { readonly keys: readonly string[]; readonly names: readonly string[] },
): Promise<StoredContact[]> {
  const { rows } = await db.query<StoredContact>(
    `select ${CONTACT_COLUMNS}
       from deal.contacts c
      where c.id in (
            select k.contact_id
              from deal.contact_match_keys k
             where k.owner_id = $1 and k.kind = $2 and k.key in (select unnest($3::text[]))
             union
            select o.id
              from deal.contacts o
             where o.owner_id = $1 and o.kind = $2 and lower(o.name) in (select lower(unnest($4::text[]))))
      order by c.created_at, c.id`,
    [ownerId, kind, keys, names],
  );
  return rows;
}

/** Locks contacts, in an order that is always the same, until the end of the transaction. */
export async function lockContactsOfOwner(tx: Tx, ownerId: string, kind: ContactKind): Promise<void> {
  await tx.query(
    `select c.id
       from deal.contacts c
      where c.owner_id = $1 and c.kind = $2
      order by c.id
        for no key update of c`,
    [ownerId, kind],
  );
}
