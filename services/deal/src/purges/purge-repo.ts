import type { Tx } from '@svc/chassis/postgres/transaction';
import { lockDealsOfVideos } from '../deals/deal-repo.js';

const NEWEST = 'created_at desc, id desc';

/**
 * Tables with rows of users, whose id is in `owner_id`; dependent rows are deleted with them. Rows are selected in the order of an index, without
 * which the database might scan the whole table for a few rows.
 */
const OWNED_TABLES = {
  external_shares: NEWEST,
  deal_payments: 'owner_id',
  deals: NEWEST,
  contacts: 'kind, id',
  tasks: NEWEST,
  suggestions: NEWEST,
  message_templates: NEWEST,
  deal_templates: NEWEST,
} as const;

export type OwnedTable = keyof typeof OWNED_TABLES;

/** Deletes rows of an owner, locked in the order of their ids; returns the ids. */
export async function deleteOwnedRows(tx: Tx, table: OwnedTable, ownerId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with doomed as materialized (
       select id from deal.${table}
        where id = any (array(
              select id from deal.${table} where owner_id = $1 order by ${OWNED_TABLES[table]} limit $2))
        order by id for update
     )
     delete from deal.${table} t
      using doomed
      where t.id = doomed.id
     returning t.id`,
    [ownerId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Deletes videos of an owner, locking their deals first, like every change of videos; returns how many. */
export async function deleteVideosOfOwner(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from deal.deal_videos where owner_id = $1 order by canonical_key limit $2`,
    [ownerId, limit],
  );
  const videoIds = rows.map(({ id }) => id);
  if (videoIds.length === 0) return 0;
  await lockDealsOfVideos(tx, videoIds);
  await tx.query(`delete from deal.deal_videos where id = any ($1::uuid[])`, [videoIds]);
  return videoIds.length;
}
