import type { Tx } from '@svc/chassis/postgres/transaction';

/** Deletes at most `limit` links of an account, deleted ones included, with their photos, shares and reports; returns their ids. */
export async function deleteLinksOfOwner(tx: Tx, ownerId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `delete from shortener.links
      where id = any (array(select id from shortener.links where owner_id = $1 limit $2))
  returning id`,
    [ownerId, limit],
  );
  return rows.map(({ id }) => id);
}
