import type { Db } from '@svc/chassis/postgres/pool';
import { REPLANNED } from '@svc/chassis/postgres/statements';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ContactKind, ContactRow } from '../contacts/contact.js';
import { CONTACT_COLUMNS } from '../contacts/contact-repo.js';

/** Keys and names by which stored contacts are matched with rows of a file. */
export interface MatchedBy {
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

const MATCHABLE = `
     select ${REPLANNED} ${CONTACT_COLUMNS} from deal.contacts c
      where c.id in (
            select k.contact_id from deal.contact_match_keys k
             where k.owner_id = $1 and k.kind = $2 and k.key in (select unnest($3::text[]))
             union
            select o.id from deal.contacts o
             where o.owner_id = $1 and o.kind = $2 and lower(o.name) in (select lower(unnest($4::text[]))))`;

/** The owner's contacts that have one of the keys or one of the names. */
export async function listMatchable(
  db: Db,
  ownerId: string,
  kind: ContactKind,
  { keys, names }: MatchedBy,
): Promise<ContactRow[]> {
  return db.list<ContactRow>(MATCHABLE, [ownerId, kind, keys, names]);
}

/** The same, locked in the order of their ids until the end of the transaction. */
export async function listMatchableForUpdate(
  tx: Tx,
  ownerId: string,
  kind: ContactKind,
  { keys, names }: MatchedBy,
): Promise<ContactRow[]> {
  const text = `${MATCHABLE}
      order by c.id
        for no key update of c`;
  return tx.list<ContactRow>(text, [ownerId, kind, keys, names]);
}

/**
 * Discards the cached plans of this connection, including those of foreign-key checks: a plan from when the tables were tiny would scan them for each
 * row of a large import.
 */
export async function discardPlans(tx: Tx): Promise<void> {
  await tx.query('discard plans');
}
