import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Correction } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import type { CorrectableFields, ViewLogRow } from './view-log-repo.js';

const FIELDS = ['value', 'checkedAt', 'sourceUrl', 'note', 'screenshotId'] as const;

export async function insertCorrection(
  tx: Tx,
  correction: { viewLogId: string; before: CorrectableFields; after: CorrectableFields; by: UserPrincipal },
): Promise<void> {
  const { viewLogId, before, after, by } = correction;
  await tx.query(
    `insert into viewcheck.view_log_corrections (id, view_log_id, corrected_by_id, corrected_by_name, before, after)
     values ($1, $2, $3, $4, $5, $6)`,
    [newId(), viewLogId, by.userId, by.name, toJson(before), toJson(after)],
  );
}

/**
 * Returns the id of the user who attached the current screenshot of a view log: with the last change of the screenshot, or when recording the view
 * log.
 */
export async function findAttacher(db: Db, { id, loggedById }: Pick<ViewLogRow, 'id' | 'loggedById'>): Promise<string> {
  const change = await db.find<{ correctedById: string }>(
    `select corrected_by_id as "correctedById"
       from viewcheck.view_log_corrections
      where view_log_id = $1
        and before ->> 'screenshotId' is distinct from after ->> 'screenshotId'
      order by corrected_at desc, id desc limit 1`,
    [id],
  );
  return change?.correctedById ?? loggedById;
}

/** A correction as stored. */
type StoredCorrection = Omit<Correction, 'before' | 'after'> & {
  readonly before: CorrectableFields;
  readonly after: CorrectableFields;
};

/** Lists corrections of a view log, newest first, with their total. */
export async function listCorrections(db: Db, viewLogId: string, page: Page): Promise<PageRows<StoredCorrection>> {
  const text = `
     select id, corrected_by_id as "correctedById", corrected_by_name as "correctedByName",
            corrected_at as "correctedAt", before, after,
            ${countUpToMax('viewcheck.view_log_corrections where view_log_id = $1')} as total
       from viewcheck.view_log_corrections
      where view_log_id = $1
      order by corrected_at desc, id desc limit $2 offset $3`;
  const { rows, total } = await listPage<CorrectionRow>(page, ({ limit, offset }) =>
    db.query(text, [viewLogId, limit, offset]),
  );
  return { rows: rows.map(toCorrection), total };
}

interface StoredFields {
  readonly value: number;
  readonly checkedAt: string;
  readonly sourceUrl: string | null;
  readonly note: string | null;
  /** Absent in corrections stored before screenshots could be corrected. */
  readonly screenshotId?: string | null;
}

interface CorrectionRow {
  readonly id: string;
  readonly correctedById: string;
  readonly correctedByName: string;
  readonly correctedAt: Date;
  readonly before: StoredFields;
  readonly after: StoredFields;
}

function toCorrection(row: CorrectionRow): StoredCorrection {
  const before = fromStored(row.before);
  const after = fromStored(row.after);
  return {
    id: row.id,
    correctedBy: { userId: row.correctedById, name: row.correctedByName },
    correctedAt: row.correctedAt,
    changedFields: changedFields(before, after, FIELDS),
    before,
    after,
  };
}

function toJson({ value, checkedAt, sourceUrl, note, screenshotId }: CorrectableFields): string {
  return JSON.stringify({ value, checkedAt, sourceUrl, note, screenshotId });
}

function fromStored({ screenshotId = null, ...stored }: StoredFields): CorrectableFields {
  return { ...stored, screenshotId, checkedAt: new Date(stored.checkedAt) };
}
