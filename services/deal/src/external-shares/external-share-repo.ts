import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import type { ExternalShareRow } from './external-share.js';

const COLUMNS = `e.id, e.owner_id as "ownerId", e.entity_type as "entityType", e.entity_id as "entityId", e.token,
            e.password_hash as "passwordHash", e.expires_at as "expiresAt", e.max_views as "maxViews",
            e.view_count as "viewCount", e.visible_fields as "visibleFields", e.is_active as "isActive",
            e.created_at as "createdAt", e.updated_at as "updatedAt", e.version`;

/** Minutes for which a viewer may look again. */
const PASS_MINUTES = 10;

export async function insertExternalShare(
  tx: Tx,
  share: Omit<ExternalShareRow, 'id' | 'viewCount' | 'createdAt' | 'updatedAt' | 'version'>,
): Promise<ExternalShareRow> {
  const { rows } = await tx.query<ExternalShareRow>(
    `insert into deal.external_shares as e
            (id, owner_id, entity_type, entity_id, token, password_hash, expires_at, max_views, visible_fields, is_active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${COLUMNS}`,
    [
      newId(),
      share.ownerId,
      share.entityType,
      share.entityId,
      share.token,
      share.passwordHash,
      share.expiresAt,
      share.maxViews,
      share.visibleFields,
      share.isActive,
    ],
  );
  return onlyRow(rows);
}

/** One of the owner's shares, locked until the end of the transaction. */
export async function lockExternalShare(tx: Tx, ownerId: string, id: string): Promise<ExternalShareRow | null> {
  const { rows } = await tx.query<ExternalShareRow>(
    `select ${COLUMNS}
       from deal.external_shares e
      where e.id = $1
        and e.owner_id = $2
        for update`,
    [id, ownerId],
  );
  return rows[0] ?? null;
}

export async function updateExternalShare(
  tx: Tx,
  share: Pick<ExternalShareRow, 'id' | 'passwordHash' | 'expiresAt' | 'maxViews' | 'visibleFields' | 'isActive'>,
): Promise<ExternalShareRow> {
  const { rows } = await tx.query<ExternalShareRow>(
    `update deal.external_shares e
        set password_hash = $2, expires_at = $3, max_views = $4, visible_fields = $5, is_active = $6,
            updated_at = now(), version = version + 1
      where e.id = $1
  returning ${COLUMNS}`,
    [share.id, share.passwordHash, share.expiresAt, share.maxViews, share.visibleFields, share.isActive],
  );
  return onlyRow(rows);
}

export async function deleteExternalShare(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from deal.external_shares where id = $1`, [id]);
}

/** Ends the shares of a record that is gone. */
export async function deleteExternalSharesOf(tx: Tx, entityId: string): Promise<void> {
  await tx.query(`delete from deal.external_shares where entity_id = $1`, [entityId]);
}

export async function deleteExternalSharesOfOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from deal.external_shares where owner_id = $1`, [ownerId]);
}

/** The owner's shares, newest first, and how many there are. */
export async function listExternalShares(
  db: Db,
  ownerId: string,
  entityId: string | null,
  page: Page,
): Promise<PageRows<ExternalShareRow>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select ${COLUMNS}, count(*) over () as total
         from deal.external_shares e
        where e.owner_id = $1
          and ($2::uuid is null or e.entity_id = $2)
        order by e.created_at desc, e.id desc
        limit $3 offset $4`,
      [ownerId, entityId, limit, offset],
    ),
  );
}

/** The share behind a link, with the database's time. */
export async function findShareByToken(db: Db, token: string): Promise<(ExternalShareRow & { now: Date }) | null> {
  const { rows } = await db.query<ExternalShareRow & { now: Date }>(
    `select ${COLUMNS}, now() as now
       from deal.external_shares e
      where e.token = $1`,
    [token],
  );
  return rows[0] ?? null;
}

/** Counts one view, if one is left at this moment; however many ask at once, exactly the views left are given. */
export async function countView(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update deal.external_shares
        set view_count = view_count + 1
      where id = $1
        and is_active
        and (expires_at is null or expires_at > now())
        and (max_views is null or view_count < max_views)`,
    [id],
  );
  return rowCount === 1;
}

export async function insertViewingPass(tx: Tx, shareId: string, passHash: Buffer): Promise<void> {
  await tx.query(`delete from deal.viewing_passes where share_id = $1 and expires_at <= now()`, [shareId]);
  await tx.query(
    `insert into deal.viewing_passes (pass_hash, share_id, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [passHash, shareId, PASS_MINUTES],
  );
}

export async function isViewingPass(db: Db, shareId: string, passHash: Buffer): Promise<boolean> {
  const { rows } = await db.query(
    `select 1
       from deal.viewing_passes
      where pass_hash = $1
        and share_id = $2
        and expires_at > now()`,
    [passHash, shareId],
  );
  return rows.length > 0;
}

function onlyRow(rows: readonly ExternalShareRow[]): ExternalShareRow {
  const row = rows[0];
  if (!row) throw new Error('The statement answered no row.');
  return row;
}
