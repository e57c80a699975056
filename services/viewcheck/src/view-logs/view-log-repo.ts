import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';

/** A stored reading. */
export interface ViewLogRow {
  readonly id: string;
  readonly ownerId: string;
  readonly dealId: string;
  readonly videoId: string;
  readonly value: number;
  readonly checkedAt: Date;
  readonly sourceUrl: string | null;
  readonly note: string | null;
  readonly loggedById: string;
  readonly loggedByName: string;
  readonly source: string;
  readonly rawText: string | null;
  readonly precision: string;
  readonly metric: string;
  readonly grade: string;
  readonly observedPromoAtSeconds: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export interface NewViewLog {
  readonly ownerId: string;
  readonly dealId: string;
  readonly videoId: string;
  readonly value: number;
  readonly checkedAt: Date;
  readonly sourceUrl: string | null;
  readonly note: string | null;
  readonly loggedById: string;
  readonly loggedByName: string;
  readonly source: string;
}

/** The fields that a correction can change. */
export type CorrectableFields = Pick<ViewLogRow, 'value' | 'checkedAt' | 'sourceUrl' | 'note'>;

const COLUMNS = `l.id, l.owner_id as "ownerId", l.deal_id as "dealId", l.video_id as "videoId", l.value,
            l.checked_at as "checkedAt", l.source_url as "sourceUrl", l.note,
            l.logged_by_id as "loggedById", l.logged_by_name as "loggedByName", l.source, l.raw_text as "rawText",
            l.value_precision as "precision", l.metric, l.grade,
            l.observed_promo_at_seconds as "observedPromoAtSeconds",
            l.created_at as "createdAt", l.updated_at as "updatedAt", l.version`;

export async function insertViewLog(tx: Tx, log: NewViewLog): Promise<ViewLogRow> {
  const { rows } = await tx.query<ViewLogRow>(
    `insert into viewcheck.view_logs as l
            (id, owner_id, deal_id, video_id, value, checked_at, source_url, note, logged_by_id, logged_by_name, source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${COLUMNS}`,
    [
      newId(),
      log.ownerId,
      log.dealId,
      log.videoId,
      log.value,
      log.checkedAt,
      log.sourceUrl,
      log.note,
      log.loggedById,
      log.loggedByName,
      log.source,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('The insert answered no row.');
  return row;
}

/** One reading of a deal; null when the deal has no such reading. */
export async function findViewLog(db: Db, dealId: string, viewLogId: string): Promise<ViewLogRow | null> {
  const { rows } = await db.query<ViewLogRow>(
    `select ${COLUMNS}
       from viewcheck.view_logs l
      where l.id = $1
        and l.deal_id = $2`,
    [viewLogId, dealId],
  );
  return rows[0] ?? null;
}

/** The same, locked until the end of the transaction. */
export async function lockViewLog(tx: Tx, dealId: string, viewLogId: string): Promise<ViewLogRow | null> {
  const { rows } = await tx.query<ViewLogRow>(
    `select ${COLUMNS}
       from viewcheck.view_logs l
      where l.id = $1
        and l.deal_id = $2
        for update`,
    [viewLogId, dealId],
  );
  return rows[0] ?? null;
}

export async function updateViewLog(tx: Tx, viewLogId: string, fields: CorrectableFields): Promise<ViewLogRow> {
  const { rows } = await tx.query<ViewLogRow>(
    `update viewcheck.view_logs l
        set value = $2, checked_at = $3, source_url = $4, note = $5, updated_at = now(), version = version + 1
      where l.id = $1
  returning ${COLUMNS}`,
    [viewLogId, fields.value, fields.checkedAt, fields.sourceUrl, fields.note],
  );
  const row = rows[0];
  if (!row) throw new Error('The locked reading is gone.');
  return row;
}

export async function deleteViewLog(tx: Tx, viewLogId: string): Promise<void> {
  await tx.query(`delete from viewcheck.view_logs where id = $1`, [viewLogId]);
}

/** Readings of one deal, latest checked first, and how many there are. */
export async function listDealViewLogs(db: Db, dealId: string, limit: number, offset: number) {
  const [{ rows }, total] = await Promise.all([
    db.query<ViewLogRow>(
      `select ${COLUMNS}
         from viewcheck.view_logs l
        where l.deal_id = $1
        order by l.checked_at desc, l.id desc
        limit $2 offset $3`,
      [dealId, limit, offset],
    ),
    db.query<{ total: number }>(`select count(*) as total from viewcheck.view_logs where deal_id = $1`, [dealId]),
  ]);
  return { rows, total: total.rows[0]?.total ?? 0 };
}

/** Readings of videos, oldest first, and how many there are. */
export async function listVideoReadings(db: Db, videoIds: readonly string[], limit: number, offset: number) {
  const [{ rows }, total] = await Promise.all([
    db.query<Pick<ViewLogRow, 'videoId' | 'value' | 'checkedAt'>>(
      `select l.video_id as "videoId", l.value, l.checked_at as "checkedAt"
         from viewcheck.view_logs l
        where l.video_id = any ($1::uuid[])
        order by l.checked_at, l.id
        limit $2 offset $3`,
      [videoIds, limit, offset],
    ),
    db.query<{ total: number }>(`select count(*) as total from viewcheck.view_logs where video_id = any ($1::uuid[])`, [
      videoIds,
    ]),
  ]);
  return { rows, total: total.rows[0]?.total ?? 0 };
}

/** The newest readings of each video, at most `perVideo`, latest checked first. */
export async function listNewestViewLogs(db: Db, videoIds: readonly string[], perVideo: number): Promise<ViewLogRow[]> {
  const { rows } = await db.query<ViewLogRow>(
    `select newest.*
       from unnest($1::uuid[]) as wanted (video_id)
      cross join lateral (
            select ${COLUMNS}
              from viewcheck.view_logs l
             where l.video_id = wanted.video_id
             order by l.checked_at desc, l.id desc
             limit $2) as newest`,
    [videoIds, perVideo],
  );
  return rows;
}

/** What readings a list holds. */
export interface ViewLogFilter {
  readonly ownerId: string;
  /** Deals of others that the caller may see. */
  readonly sharedDealIds: readonly string[];
  readonly dealId: string | null;
  readonly videoId: string | null;
  readonly viewLogId: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
  readonly search: ViewLogSearch | null;
}

/** Readings match when their note holds the text, or when their deal or video is among those whose names do. */
export interface ViewLogSearch {
  readonly text: string;
  readonly dealIds: readonly string[];
  readonly videoIds: readonly string[];
}

/** Readings that pass the filter, latest checked first, and how many there are. */
export async function listViewLogs(db: Db, filter: ViewLogFilter, limit: number, offset: number) {
  const { where, values } = conditions(filter);
  const [{ rows }, total] = await Promise.all([
    db.query<ViewLogRow>(
      `select ${COLUMNS}
         from viewcheck.view_logs l
        where ${where}
        order by l.checked_at desc, l.id desc
        limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(`select count(*) as total from viewcheck.view_logs l where ${where}`, values),
  ]);
  return { rows, total: total.rows[0]?.total ?? 0 };
}

/** Only what is asked for becomes a condition, so that each combination gets the plan that its indexes allow. */
function conditions(filter: ViewLogFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts: string[] = [];

  const owned = `l.owner_id = ${parameter(filter.ownerId)}`;
  parts.push(
    filter.sharedDealIds.length === 0
      ? owned
      : `(${owned} or l.deal_id = any (${parameter(filter.sharedDealIds)}::uuid[]))`,
  );
  if (filter.dealId !== null) parts.push(`l.deal_id = ${parameter(filter.dealId)}`);
  if (filter.videoId !== null) parts.push(`l.video_id = ${parameter(filter.videoId)}`);
  if (filter.viewLogId !== null) parts.push(`l.id = ${parameter(filter.viewLogId)}`);
  if (filter.from !== null) parts.push(`l.checked_at >= ${parameter(filter.from)}`);
  if (filter.before !== null) parts.push(`l.checked_at < ${parameter(filter.before)}`);
  if (filter.search !== null) {
    const { text, dealIds, videoIds } = filter.search;
    parts.push(
      `(l.deal_id = any (${parameter(dealIds)}::uuid[])
          or l.video_id = any (${parameter(videoIds)}::uuid[])
          or extensions.search_text(l.note) like extensions.search_text(${parameter(searchPattern(text))}))`,
    );
  }
  return { where: parts.join('\n          and '), values };
}
