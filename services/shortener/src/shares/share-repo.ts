import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';

/** A link that a team sees. */
export interface ShareRow {
  readonly id: string;
  readonly teamId: string;
  readonly linkId: string;
  readonly title: string;
  readonly ownerId: string;
  readonly createdAt: Date;
}

const COLUMNS = `s.id, s.team_id as "teamId", l.id as "linkId", coalesce(l.title, l.short_id) as title,
            l.owner_id as "ownerId", s.created_at as "createdAt"`;

/** Shares a link with a team; `created` is false when it was shared before. */
export async function insertShare(
  tx: Tx,
  share: { readonly linkId: string; readonly teamId: string; readonly sharedBy: string },
): Promise<{ share: ShareRow; created: boolean }> {
  const { rowCount } = await tx.query(
    `insert into shortener.link_shares (id, link_id, team_id, shared_by)
     values ($1, $2, $3, $4)
         on conflict (link_id, team_id) do nothing`,
    [newId(), share.linkId, share.teamId, share.sharedBy],
  );
  const { rows } = await tx.query<ShareRow>(
    `select ${COLUMNS}
       from shortener.link_shares s
       join shortener.links l on l.id = s.link_id
      where s.link_id = $1
        and s.team_id = $2`,
    [share.linkId, share.teamId],
  );
  const row = rows[0];
  if (!row) throw new Error('The share is neither new nor there.');
  return { share: row, created: rowCount > 0 };
}

/** Links that a team sees, newest share first, and how many there are in all. */
export async function listShares(db: Db, teamId: string, page: Page): Promise<PageRows<ShareRow>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select ${COLUMNS}, count(*) over () as total
         from shortener.link_shares s
         join shortener.links l on l.id = s.link_id
        where s.team_id = $1
          and l.deleted_at is null
        order by s.created_at desc, s.id desc
        limit $2 offset $3`,
      [teamId, limit, offset],
    ),
  );
}

/** One share of a team. */
export async function findShare(db: Db, teamId: string, shareId: string): Promise<ShareRow | null> {
  const { rows } = await db.query<ShareRow>(
    `select ${COLUMNS}
       from shortener.link_shares s
       join shortener.links l on l.id = s.link_id
      where s.team_id = $1
        and s.id = $2
        and l.deleted_at is null`,
    [teamId, shareId],
  );
  return rows[0] ?? null;
}

export async function deleteShare(tx: Tx, shareId: string): Promise<void> {
  await tx.query(`delete from shortener.link_shares where id = $1`, [shareId]);
}

/** Ends what a member shared with a team, or with `ownerId` null everything that was shared with it. */
export async function deleteSharesOfTeam(tx: Tx, teamId: string, ownerId: string | null): Promise<void> {
  await tx.query(
    `delete from shortener.link_shares s
      using shortener.links l
      where l.id = s.link_id
        and s.team_id = $1
        and ($2::uuid is null or l.owner_id = $2)`,
    [teamId, ownerId],
  );
}
