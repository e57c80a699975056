import type { Tx } from '@svc/chassis/postgres/transaction';

/**
 * Deletes at most `limit` links of an account, deleted ones included, with their photos, shares and reports; returns their ids. Their short ids stay
 * taken, because links to them remain in circulation.
 */
export async function deleteLinksOfOwner(tx: Tx, ownerId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with gone as (
       delete from shortener.links
        where id = any (array(select id from shortener.links where owner_id = $1 limit $2))
    returning id, short_id
     ), spent as (
       insert into shortener.spent_short_ids (hash)
       select sha256(convert_to(lower(short_id), 'UTF8')) from gone
           on conflict do nothing
     )
     select id from gone`,
    [ownerId, limit],
  );
  return rows.map(({ id }) => id);
}
