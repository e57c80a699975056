import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import { v7 as newId } from 'uuid';
import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import { SHARE_TABLES, sightOf, viewerOf, type ShareTable } from '../visibility/sight.js';
import type { Entity } from '../visibility/visibility-table.js';

/** A record that is shared with a team. */
export interface ShareRow {
  readonly id: string;
  readonly teamId: string;
  readonly entityType: Entity;
  readonly entityId: string;
  readonly title: string;
  readonly ownerId: string;
  readonly createdAt: Date;
}

/** A record that may be shared. */
export interface ShareableRow {
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
}

const ENTITIES = Object.entries(SHARE_TABLES) as [Entity, ShareTable][];

const ofKind = ({ kind }: ShareTable): string => (kind === undefined ? '' : `and r.kind = '${kind}'`);

/** The record when the caller sees it. */
export async function findShareable(
  db: Db,
  user: UserPrincipal,
  entity: Entity,
  entityId: string,
): Promise<ShareableRow | null> {
  const table = SHARE_TABLES[entity];
  const { rows } = await db.query<ShareableRow>(
    `select r.id, r.owner_id as "ownerId", r.${table.title} as title
       from ${table.records} r
      where r.id = $3
        and ${sightOf(entity, 'r').isSeen}
        ${ofKind(table)}`,
    [...viewerOf(user), entityId],
  );
  return rows[0] ?? null;
}

/** Shares a record with a team; `created` is false when it was shared before. */
export async function insertShare(
  tx: Tx,
  entity: Entity,
  share: { entityId: string; teamId: string; sharedBy: string },
): Promise<{ id: string; createdAt: Date; created: boolean }> {
  const { table, key } = SHARE_TABLES[entity];
  const { rows } = await tx.query<{ id: string; createdAt: Date; created: boolean }>(
    `with added as (
       insert into ${table} (id, ${key}, team_id, shared_by)
       values ($1, $2, $3, $4)
           on conflict (${key}, team_id) do nothing
    returning id, created_at
     )
     select id, created_at as "createdAt", true as created
       from added
      union all
     select id, created_at, false
       from ${table}
      where ${key} = $2
        and team_id = $3`,
    [newId(), share.entityId, share.teamId, share.sharedBy],
  );
  const row = rows[0];
  if (!row) throw new Error('The share is neither new nor there.');
  return row;
}

/** Every share of a team as one relation, whatever is shared. */
const ALL_SHARES = ENTITIES.map(
  ([entity, share]) =>
    `select s.id, s.team_id as "teamId", '${entity}' as "entityType", r.id as "entityId", r.${share.title} as title,
            r.owner_id as "ownerId", s.created_at as "createdAt"
       from ${share.table} s
       join ${share.records} r on r.id = s.${share.key} ${ofKind(share)}
      where s.team_id = $1`,
).join('\n      union all\n     ');

/** What is shared with a team, newest first, and how much that is. */
export async function listShares(db: Db, teamId: string, page: Page): Promise<PageRows<ShareRow>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select *, count(*) over () as total
         from (${ALL_SHARES}) as shares
        order by "createdAt" desc, id desc
        limit $2 offset $3`,
      [teamId, limit, offset],
    ),
  );
}

/** One share of a team. */
export async function findShare(db: Db, teamId: string, shareId: string): Promise<ShareRow | null> {
  const { rows } = await db.query<ShareRow>(`select * from (${ALL_SHARES}) as shares where id = $2`, [teamId, shareId]);
  return rows[0] ?? null;
}

export async function deleteShare(tx: Tx, { entityType, id }: ShareRow): Promise<void> {
  await tx.query(`delete from ${SHARE_TABLES[entityType].table} where id = $1`, [id]);
}

/** Ends what a member shared with a team, or with `ownerId` null everything that was shared with it. */
export async function deleteSharesOfTeam(tx: Tx, teamId: string, ownerId: string | null): Promise<void> {
  const done = new Set<string>();
  for (const [, { table, key, records }] of ENTITIES) {
    if (done.has(table)) continue;
    done.add(table);
    await tx.query(
      `delete from ${table} s
        using ${records} r
        where r.id = s.${key}
          and s.team_id = $1
          and ($2::uuid is null or r.owner_id = $2)`,
      [teamId, ownerId],
    );
  }
}
