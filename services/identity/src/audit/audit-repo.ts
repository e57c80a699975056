import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** One field before and after, as text. */
export interface AuditChange {
  /** Name as in the public API. */
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

export interface AuditEventRow {
  readonly id: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly changes: AuditChange[];
  readonly requestId: string | null;
  readonly createdAt: Date;
}

export async function insertAuditEvent(tx: Tx, event: Omit<AuditEventRow, 'createdAt'>): Promise<void> {
  await tx.query(
    `insert into identity.audit_events (id, action, actor_id, subject_id, changes, request_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [event.id, event.action, event.actorId, event.subjectId, JSON.stringify(event.changes), event.requestId],
  );
}

/** Events, newest first, and how many there are in all. */
export async function listAuditEvents(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ events: AuditEventRow[]; total: number }> {
  const { rows: events } = await db.query<AuditEventRow>(
    `select id, action, actor_id as "actorId", subject_id as "subjectId", changes, request_id as "requestId",
            created_at as "createdAt"
       from identity.audit_events
      order by created_at desc, id desc
      limit $1 offset $2`,
    [limit, offset],
  );
  const { rows } = await db.query<{ total: number }>(`select count(*) as total from identity.audit_events`);
  return { events, total: rows[0]?.total ?? 0 };
}
