import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';

/** Status of a report: open, or its decision. */
export type ReportStatus = 'open' | 'flagged' | 'dismissed';

/** A report about a link. */
export interface ReportRow {
  readonly id: string;
  readonly linkId: string;
  readonly shortId: string;
  readonly targetUrl: string | null;
  readonly reason: string;
  readonly status: ReportStatus;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Whether an administrator has disabled the link. */
  readonly linkDisabled: boolean;
}

const COLUMNS = `r.id, r.link_id as "linkId", l.short_id as "shortId", l.target_url as "targetUrl", r.reason, r.status,
            r.decided_at as "decidedAt", r.created_at as "createdAt", r.updated_at as "updatedAt", r.version,
            l.switched_off_by is not null as "linkDisabled"`;

export async function insertReport(tx: Tx, linkId: string, reason: string): Promise<void> {
  await tx.query(`insert into shortener.link_reports (id, link_id, reason) values ($1, $2, $3)`, [
    newId(),
    linkId,
    reason,
  ]);
}

/** Reports, newest first, and their total (a lower bound when large). */
export async function listReports(db: Db, status: ReportStatus | null, page: Page): Promise<PageRows<ReportRow>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select ${COLUMNS},
              ${countUpToMax(`shortener.link_reports r where $1::text is null or r.status = $1`)} as total
         from shortener.link_reports r
         join shortener.links l on l.id = r.link_id
        where $1::text is null or r.status = $1
        order by r.created_at desc, r.id desc
        limit $2 offset $3`,
      [status, limit, offset],
    ),
  );
}

export async function findReport(db: Db, reportId: string): Promise<ReportRow | null> {
  return db.find<ReportRow>(
    `select ${COLUMNS}
       from shortener.link_reports r
       join shortener.links l on l.id = r.link_id
      where r.id = $1`,
    [reportId],
  );
}

/** Locks the link of a report, to serialize decisions about it. */
export async function lockReportedLink(tx: Tx, reportId: string): Promise<void> {
  await tx.query(
    `select l.id
       from shortener.link_reports r
       join shortener.links l on l.id = r.link_id
      where r.id = $1 for no key update of l`,
    [reportId],
  );
}

/** Waits for transactions that point links at the target (`lockTargetForLink`), and blocks them until the end of the transaction. */
export async function lockTarget(tx: Tx, targetUrl: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('shortener target ' || $1, 0))`, [targetUrl]);
}

/** Decides the report, and with it every open report of the same link. */
export async function decideReports(
  tx: Tx,
  report: ReportRow,
  decision: { readonly status: ReportStatus; readonly decidedBy: string },
): Promise<void> {
  await tx.query(
    `update shortener.link_reports
        set status = $3, decided_by = $4, decided_at = now(), updated_at = now(), version = version + 1
      where id = $1
         or (link_id = $2 and status = 'open')`,
    [report.id, report.linkId, decision.status, decision.decidedBy],
  );
}

/** Stores a target as harmful, for links created later. */
export async function insertFlaggedTarget(tx: Tx, targetUrl: string, flaggedBy: string): Promise<void> {
  await tx.query(
    `insert into shortener.flagged_targets (target_url, flagged_by)
     values ($1, $2)
         on conflict (md5(target_url)) do nothing`,
    [targetUrl, flaggedBy],
  );
}

export async function deleteFlaggedTarget(tx: Tx, targetUrl: string): Promise<void> {
  await tx.query(`delete from shortener.flagged_targets where md5(target_url) = md5($1) and target_url = $1`, [
    targetUrl,
  ]);
}

/**
 * Flags the reported link and all links with the same target, or unflags them. A link that was flagged before it got this target keeps its flag until
 * a report of its own is dismissed.
 */
export async function setFlagged(
  tx: Tx,
  { linkId, targetUrl }: Pick<ReportRow, 'linkId' | 'targetUrl'>,
  isFlagged: boolean,
): Promise<void> {
  await tx.query(
    `update shortener.links
        set flagged_at = case when $3 then now() end, keeps_flag = false,
            updated_at = now(), version = version + 1
      where (id = $1 or (md5(target_url) = md5($2) and target_url = $2 and ($3 or not keeps_flag)))
        and (flagged_at is not null) <> $3`,
    [linkId, targetUrl, isFlagged],
  );
}
