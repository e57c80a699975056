import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { FIRST_ID, LAST_ID } from '@svc/chassis/postgres/lists/key-set';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { InstantRange } from '@svc/chassis/time/calendar';
import type { Evidence } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import type { ValueEvidence } from './proofs.js';

/** A stored view log. */
export interface ViewLogRow extends Evidence {
  readonly id: string;
  readonly ownerId: string;
  readonly dealId: string;
  readonly videoId: string;
  readonly value: number;
  readonly checkedAt: Date;
  readonly sourceUrl: string | null;
  readonly note: string | null;
  readonly screenshotId: string | null;
  readonly loggedById: string;
  readonly loggedByName: string;
  readonly source: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export type NewViewLog = Omit<ViewLogRow, 'id' | 'createdAt' | 'updatedAt' | 'version'>;

/** The fields that a correction can change. */
export type CorrectableFields = Pick<ViewLogRow, 'value' | 'checkedAt' | 'sourceUrl' | 'note' | 'screenshotId'>;

const COLUMNS = `l.id, l.owner_id as "ownerId", l.deal_id as "dealId", l.video_id as "videoId", l.value,
            l.checked_at as "checkedAt", l.source_url as "sourceUrl", l.note, l.screenshot_id as "screenshotId",
            l.logged_by_id as "loggedById", l.logged_by_name as "loggedByName", l.source, l.raw_text as "rawText",
            l.value_precision as "precision", l.metric, l.grade,
            l.observed_promo_at_seconds as "observedPromoAtSeconds",
            l.created_at as "createdAt", l.updated_at as "updatedAt", l.version`;

export async function insertViewLog(tx: Tx, log: NewViewLog): Promise<ViewLogRow> {
  const { rows } = await tx.query<ViewLogRow>(
    `insert into viewcheck.view_logs as l
            (id, owner_id, deal_id, video_id, value, checked_at, source_url, note, logged_by_id, logged_by_name, source,
             screenshot_id, raw_text, value_precision, metric, grade, observed_promo_at_seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
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
      log.screenshotId,
      log.rawText,
      log.precision,
      log.metric,
      log.grade,
      log.observedPromoAtSeconds,
    ],
  );
  return onlyRow(rows);
}

/** Finds a view log of a deal; null when the deal has no such view log. */
export async function findViewLog(db: Db, dealId: string, viewLogId: string): Promise<ViewLogRow | null> {
  return db.find<ViewLogRow>(
    `select ${COLUMNS}
       from viewcheck.view_logs l
      where l.id = $1
        and l.deal_id = $2`,
    [viewLogId, dealId],
  );
}

/** Finds a view log of a deal, locked until the end of the transaction. */
export async function findViewLogForUpdate(tx: Tx, dealId: string, viewLogId: string): Promise<ViewLogRow | null> {
  return tx.find<ViewLogRow>(
    `select ${COLUMNS}
       from viewcheck.view_logs l
      where l.id = $1
        and l.deal_id = $2
        for update`,
    [viewLogId, dealId],
  );
}

export async function updateViewLog(
  tx: Tx,
  viewLogId: string,
  fields: CorrectableFields,
  evidence: ValueEvidence,
): Promise<ViewLogRow> {
  const { rows } = await tx.query<ViewLogRow>(
    `update viewcheck.view_logs l
        set value = $2, checked_at = $3, source_url = $4, note = $5, raw_text = $6, value_precision = $7, metric = $8,
            grade = $9, screenshot_id = $10, updated_at = now(), version = version + 1
      where l.id = $1
  returning ${COLUMNS}`,
    [
      viewLogId,
      fields.value,
      fields.checkedAt,
      fields.sourceUrl,
      fields.note,
      evidence.rawText,
      evidence.precision,
      evidence.metric,
      evidence.grade,
      fields.screenshotId,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('The locked view log is gone.');
  return row;
}

export async function deleteViewLogRow(tx: Tx, viewLogId: string): Promise<void> {
  await tx.query(`delete from viewcheck.view_logs where id = $1`, [viewLogId]);
}

/** Lists view logs of a deal, latest checked first, after the position, with their total. */
export async function listDealViewLogs(
  db: Db,
  dealId: string,
  page: Page,
  after: PagePosition | null,
): Promise<PageRows<ViewLogRow>> {
  const text = `
     select ${COLUMNS}, ${countUpToMax('viewcheck.view_logs where deal_id = $1')} as total
       from viewcheck.view_logs l
      where l.deal_id = $1
        and (l.checked_at, l.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::uuid, ${LAST_ID}))
      order by l.checked_at desc, l.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) =>
    db.query(text, [dealId, limit, offset, after?.at ?? null, after?.id ?? null]),
  );
}

/** A view log for visitors. */
export type VideoViewLog = Pick<ViewLogRow, 'id' | 'videoId' | 'value' | 'checkedAt' | 'screenshotId'>;

/** Lists view logs of videos, oldest first, after the position, with their total. */
export async function listVideoViewLogs(
  db: Db,
  videoIds: readonly string[],
  page: Page,
  after: PagePosition | null,
): Promise<PageRows<VideoViewLog>> {
  const text = `
     select l.id, l.video_id as "videoId", l.value, l.checked_at as "checkedAt", l.screenshot_id as "screenshotId",
            ${countUpToMax('viewcheck.view_logs where video_id = any ($1::uuid[])')} as total
       from viewcheck.view_logs l
      where l.video_id = any ($1::uuid[])
        and (l.checked_at, l.id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5::uuid, ${FIRST_ID}))
      order by l.checked_at, l.id limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) =>
    db.query(text, [videoIds, limit, offset, after?.at ?? null, after?.id ?? null]),
  );
}

/** The `limit` newest view logs of all these videos together, oldest first, with the total. */
export async function listNewestOfVideos(
  db: Db,
  videoIds: readonly string[],
  limit: number,
): Promise<PageRows<VideoViewLog>> {
  const text = `
     select newest.*, ${countUpToMax('viewcheck.view_logs where video_id = any ($1::uuid[])')} as total
       from unnest($1::uuid[]) as wanted (video_id)
      cross join lateral (
            select l.id, l.video_id as "videoId", l.value, l.checked_at as "checkedAt", l.screenshot_id as "screenshotId"
              from viewcheck.view_logs l
             where l.video_id = wanted.video_id
             order by l.checked_at desc, l.id desc
             limit $2) as newest
      order by newest."checkedAt" desc, newest.id desc limit $2`;
  const { rows, total } = await listPage<VideoViewLog>({ limit, offset: 0 }, () => db.query(text, [videoIds, limit]));
  return { rows: rows.toReversed(), total };
}

/** Lists the newest view logs of each video, at most `perVideo`, latest checked first. */
export async function listNewestViewLogs(db: Db, videoIds: readonly string[], perVideo: number): Promise<ViewLogRow[]> {
  return db.list<ViewLogRow>(
    `select newest.*
       from unnest($1::uuid[]) as wanted (video_id)
      cross join lateral (
            select ${COLUMNS} from viewcheck.view_logs l where l.video_id = wanted.video_id
             order by l.checked_at desc, l.id desc
             limit $2) as newest`,
    [videoIds, perVideo],
  );
}

/** Filters for a list of view logs. */
export interface ViewLogFilter extends InstantRange {
  readonly ownerId: string;
  /** Deals of others that the caller may see. */
  readonly sharedDealIds: readonly string[];
  readonly dealId: string | null;
  readonly videoId: string | null;
  /** Only these view logs; all when empty. */
  readonly viewLogIds: readonly string[];
  /** Only these deals, which the caller may see; null means all. */
  readonly brandDealIds: readonly string[] | null;
  readonly search: ViewLogSearch | null;
}

/** Matches view logs whose note contains the text, or whose deal or video is among those with a matching name. */
export interface ViewLogSearch {
  readonly text: string;
  readonly dealIds: readonly string[];
  readonly videoIds: readonly string[];
}

/** Lists view logs that match the filter, latest checked first, with their total. */
export async function listViewLogs(db: Db, filter: ViewLogFilter, page: Page): Promise<PageRows<ViewLogRow>> {
  const { where, values } = conditions(filter);
  const listed = `viewcheck.view_logs l where ${where}`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by l.checked_at desc, l.id desc
      limit $${values.length + 1} offset $${values.length + 2}`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** Builds conditions only for the given filters, so that each combination gets the plan that its indexes allow. */
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
  if (filter.viewLogIds.length > 0) parts.push(`l.id = any (${parameter(filter.viewLogIds)}::uuid[])`);
  if (filter.brandDealIds !== null) parts.push(`l.deal_id = any (${parameter(filter.brandDealIds)}::uuid[])`);
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
