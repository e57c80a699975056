import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import type { ExternalShareRow } from './external-share.js';

/** Name of the record. */
const TITLE = `coalesce(case e.entity_type
              when 'deal' then (select d.name from deal.deals d where d.id = e.entity_id)
              else (select c.name from deal.contacts c where c.id = e.entity_id)
            end, '')`;

const COLUMNS = `e.id, e.owner_id as "ownerId", e.entity_type as "entityType", e.entity_id as "entityId", e.token,
            e.password_hash as "passwordHash", e.expires_at as "expiresAt", e.max_views as "maxViews",
            e.view_count as "viewCount", e.visible_fields as "visibleFields", e.is_active as "isActive",
            (e.switched_off_by is not null or e.owner_disabled) as "switchedOffByAdmin",
            e.created_at as "createdAt", e.updated_at as "updatedAt", e.version, ${TITLE} as "entityTitle"`;

/** Minutes during which a viewing pass reopens the share. */
const PASS_MINUTES = 10;

export async function insertExternalShare(
  tx: Tx,
  share: Omit<
    ExternalShareRow,
    'id' | 'entityTitle' | 'switchedOffByAdmin' | 'viewCount' | 'createdAt' | 'updatedAt' | 'version'
  >,
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

/** Finds one of the owner's shares. */
export async function findExternalShare(db: Db, ownerId: string, id: string): Promise<ExternalShareRow | null> {
  return db.find<ExternalShareRow>(
    `select ${COLUMNS} from deal.external_shares e where e.id = $1 and e.owner_id = $2`,
    [id, ownerId],
  );
}

/** Finds one of the owner's shares, locked until the end of the transaction. */
export async function findExternalShareForUpdate(
  tx: Tx,
  ownerId: string,
  id: string,
): Promise<ExternalShareRow | null> {
  return tx.find<ExternalShareRow>(
    `select ${COLUMNS} from deal.external_shares e where e.id = $1 and e.owner_id = $2 for update`,
    [id, ownerId],
  );
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

export async function deleteExternalShareRow(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from deal.external_shares where id = $1`, [id]);
}

/** Deletes the shares of a record, and returns them. */
export async function deleteExternalSharesOf(tx: Tx, entityIds: readonly string[]): Promise<ExternalShareRow[]> {
  const text = `delete from deal.external_shares e where e.entity_id = any ($1::uuid[]) returning ${COLUMNS}`;
  return tx.list<ExternalShareRow>(text, [entityIds]);
}

/** Filters for a list of shares; null disables one. */
export interface ExternalShareFilter {
  readonly entityId: string | null;
  /** Searches the name of the record. */
  readonly query: string | null;
}

/** Lists the owner's shares, newest first, with their total. */
export async function listExternalShares(
  db: Db,
  ownerId: string,
  { entityId, query }: ExternalShareFilter,
  page: Page,
): Promise<PageRows<ExternalShareRow>> {
  const values: unknown[] = [ownerId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['e.owner_id = $1'];
  if (entityId !== null) conditions.push(`e.entity_id = ${parameter(entityId)}::uuid`);
  if (query !== null) {
    const pattern = `extensions.search_text(${parameter(searchPattern(query))})`;
    conditions.push(`extensions.search_text(${TITLE}) like ${pattern}`);
  }
  const listed = `deal.external_shares e where ${conditions.join(' and ')}`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by e.created_at desc, e.id desc limit $${values.length + 1} offset $${values.length + 2}`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** A share for a visitor with its link. */
export interface FoundShare extends ExternalShareRow {
  /** Current time of the database's clock. */
  readonly now: Date;
  /** Whether the viewer has a valid pass. */
  readonly hasPass: boolean;
  /** The owner's time zone. */
  readonly timeZone: string;
}

/** Finds the share of a link; `passHash` is the hash of the viewer's pass, if any. */
export async function findShareByToken(db: Db, token: string, passHash: Buffer | null): Promise<FoundShare | null> {
  return db.find<FoundShare>(
    `select ${COLUMNS}, now() as now,
            exists (select 1
                      from deal.viewing_passes p
                     where p.pass_hash = $2 and p.share_id = e.id and p.expires_at > now()) as "hasPass",
            coalesce(z.time_zone, 'UTC') as "timeZone"
       from deal.external_shares e
       left join deal.owner_time_zones z on z.owner_id = e.owner_id
      where e.token = $1`,
    [token, passHash],
  );
}

/** A share with the database's time. */
export type LockedShare = ExternalShareRow & { readonly now: Date };

/** Reloads the share, locked until the end of the transaction. Waits for concurrent changes for up to two seconds, then throws `unavailable`. */
export async function findShareForUpdate(tx: Tx, id: string): Promise<LockedShare | null> {
  await tx.query(`set local lock_timeout = '2s'`);
  return tx.find<LockedShare>(
    `select ${COLUMNS}, clock_timestamp() as now from deal.external_shares e
      where e.id = $1 for no key update`,
    [id],
  );
}

/** Counts views of a locked share, and stores the pass of each. */
export async function countViews(tx: Tx, id: string, passHashes: readonly Buffer[]): Promise<void> {
  await tx.query(
    `with counted as (
       update deal.external_shares
          set view_count = view_count + cardinality($2::bytea[])
        where id = $1
     )
     insert into deal.viewing_passes (pass_hash, share_id, expires_at)
     select p.hash, $1, now() + make_interval(mins => $3)
       from unnest($2::bytea[]) as p (hash)`,
    [id, passHashes, PASS_MINUTES],
  );
}

/** Issues a pass without counting a view. */
export async function insertViewingPass(db: Db, shareId: string, passHash: Buffer): Promise<void> {
  await db.query(
    `insert into deal.viewing_passes (pass_hash, share_id, expires_at)
     select $1, e.id, now() + make_interval(mins => $3)
       from deal.external_shares e
      where e.id = $2 for key share of e`,
    [passHash, shareId, PASS_MINUTES],
  );
}

export async function deleteViewingPasses(tx: Tx, shareId: string): Promise<void> {
  await tx.query(`delete from deal.viewing_passes where share_id = $1`, [shareId]);
}

/** Deletes up to `limit` expired passes; returns how many. */
export async function deleteEndedPasses(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from deal.viewing_passes
      where pass_hash in (
            select p.pass_hash from deal.viewing_passes p where p.expires_at <= now()
             order by p.expires_at limit $1
               for update skip locked)`,
    [limit],
  );
  return rowCount;
}
