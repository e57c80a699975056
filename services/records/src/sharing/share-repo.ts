import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { andOnly, type ShareTable, type ShareTables, viewerOf, visibilityOf } from './visibility-predicate.js';

/** A record shared with a team. */
export interface ShareRow {
  readonly id: string;
  readonly teamId: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly title: string;
  readonly ownerId: string;
  readonly createdAt: Date | null;
}

/** A record that may be shared. */
export type ShareableRow = Pick<ShareRow, 'id' | 'ownerId' | 'title'>;

/** The record, if it is visible to the caller. */
export async function findSeenRecord(
  db: Db,
  user: UserPrincipal,
  table: ShareTable,
  entityId: string,
): Promise<ShareableRow | null> {
  return db.find<ShareableRow>(seenRecord(table), [...viewerOf(user), entityId]);
}

/** The record, if the caller sees it; locked against deletion until the end of the transaction. */
export async function findShareable(
  tx: Tx,
  user: UserPrincipal,
  table: ShareTable,
  entityId: string,
): Promise<ShareableRow | null> {
  return tx.find<ShareableRow>(`${seenRecord(table)} for key share of r`, [...viewerOf(user), entityId]);
}

function seenRecord(table: ShareTable): string {
  return `select r.id, r.owner_id as "ownerId", ${table.title} as title
       from ${table.records} r
      where r.id = $3 and ${visibilityOf(table, 'r').isVisible}
        ${andOnly(table)}`;
}

/** Shares a record with a team; an existing share is confirmed, and `created` is false. */
export async function insertShare(
  tx: Tx,
  { table, key }: ShareTable,
  share: { entityId: string; teamId: string; sharedBy: string },
): Promise<{ id: string; createdAt: Date; created: boolean }> {
  const { rows } = await tx.query<{ id: string; createdAt: Date; created: boolean }>(
    // The no-op update returns the existing row, even one inserted while this statement waited for it.
    `insert into ${table} as s (id, ${key}, team_id, shared_by)
     values ($1, $2, $3, $4)
         on conflict (${key}, team_id) do update set confirmed_at = now()
  returning s.id, s.created_at as "createdAt", s.xmax = 0 as created`,
    [newId(), share.entityId, share.teamId, share.sharedBy],
  );
  return onlyRow(rows);
}

/** SQL of all shares of a team, across entities. */
function sharesOfTeam(tables: ShareTables): string {
  return sharesWhere(tables, () => 's.team_id = $1');
}

function sharesWhere(tables: ShareTables, condition: (share: ShareTable) => string): string {
  const kinds = Object.entries(tables).map(
    ([entity, share]) =>
      `select s.id, s.team_id as "teamId", '${entity}' as "entityType", r.id as "entityId", ${share.title} as title,
            r.owner_id as "ownerId", s.created_at as "createdAt"
       from ${share.table} s
       join ${share.records} r on r.id = s.${share.key} ${andOnly(share)}
      where ${condition(share)}`,
  );
  return `(${kinds.join('\n      union all\n     ')}) as shares`;
}

/** Records shared with a team, newest first, with their total. */
export function listShares(db: Db, tables: ShareTables, teamId: string, page: Page): Promise<PageRows<ShareRow>> {
  return listNewest(db, sharesOfTeam(tables), teamId, page);
}

/** The teams with which a record is shared, newest first, with their total. */
export function listSharesOf(db: Db, tables: ShareTables, entityId: string, page: Page): Promise<PageRows<ShareRow>> {
  return listNewest(
    db,
    sharesWhere(tables, ({ key }) => `s.${key} = $1`),
    entityId,
    page,
  );
}

function listNewest(db: Db, listed: string, id: string, page: Page): Promise<PageRows<ShareRow>> {
  const text = `
     select *, ${countUpToMax(listed)} as total from ${listed}
      order by "createdAt" desc, id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [id, limit, offset]));
}

/** One share of a team. */
export async function findShare(
  db: Db,
  tables: ShareTables,
  teamId: string,
  shareId: string,
): Promise<ShareRow | null> {
  const text = `select * from ${sharesOfTeam(tables)} where id = $2`;
  return (await db.query<ShareRow>(text, [teamId, shareId])).rows[0] ?? null;
}

export async function deleteShare(tx: Tx, { table }: ShareTable, shareId: string): Promise<void> {
  await tx.query(`delete from ${table} where id = $1`, [shareId]);
}

/** The end of a user's membership in a team, or of the team itself when `userId` is null. */
export interface MembershipEnd {
  readonly teamId: string;
  readonly userId: string | null;
  /** Shares created or confirmed later are kept; null keeps none. */
  readonly sharedUntil: Date | null;
  /** Former members, each with their other teams; null if the sender did not include them. */
  readonly formerTeam: FormerTeam | null;
}

interface FormerTeam {
  readonly members: readonly { readonly userId: string; readonly teamIds: readonly string[] }[];
}

/** Deletes the shares that depend on a membership, or all shares with an ended team. */
export async function deleteSharesOf(
  tx: Tx,
  tables: ShareTables,
  { teamId, userId, sharedUntil }: MembershipEnd,
): Promise<void> {
  const byTable = new Map(Object.values(tables).map((share) => [share.table, share]));
  for (const { table, key, records } of byTable.values()) {
    await tx.query(
      `delete from ${table} s
        using ${records} r
        where r.id = s.${key} and s.team_id = $1
          and ($2::uuid is null or r.owner_id = $2)
          and ($3::timestamptz is null or coalesce(s.confirmed_at, s.created_at) <= $3)`,
      [teamId, userId, sharedUntil],
    );
  }
}
