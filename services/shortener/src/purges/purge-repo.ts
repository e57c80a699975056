import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Ids of some links of an account, deleted ones included. */
export async function listLinkIdsOfOwner(db: Db, ownerId: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from shortener.links where owner_id = $1 limit $2`, [
    ownerId,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

/** Removes links with their photos, shares and reports. */
export async function deleteLinksOfOwner(tx: Tx, ownerId: string, linkIds: readonly string[]): Promise<void> {
  await tx.query(`delete from shortener.links where owner_id = $1 and id = any ($2::uuid[])`, [ownerId, linkIds]);
}
