import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AuditEvent } from '@svc/proto/identity/v1/audit_service';

export async function insertAuditEvent(tx: Tx, event: Omit<AuditEvent, 'createdAt'>): Promise<void> {
  await tx.query(
    `insert into identity.audit_events (id, action, actor_id, subject_id, changes, request_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [event.id, event.action, event.actorId, event.subjectId, JSON.stringify(event.changes), event.requestId],
  );
}

/** Stores events of another service; existing ones are kept unchanged. */
export async function insertReportedEvents(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  await tx.query(
    `insert into identity.audit_events (id, action, actor_id, subject_id, changes, request_id, created_at)
     select e.id, e.action, e.actor_id, e.subject_id, e.changes, e.request_id, e.created_at
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[], $6::text[], $7::timestamptz[])
            as e (id, action, actor_id, subject_id, changes, request_id, created_at)
         on conflict (id) do nothing`,
    [
      events.map(({ id }) => id),
      events.map(({ action }) => action),
      events.map(({ actorId }) => actorId ?? null),
      events.map(({ subjectId }) => subjectId ?? null),
      events.map(({ changes }) => JSON.stringify(changes)),
      events.map(({ requestId }) => requestId ?? null),
      events.map(({ createdAt }) => createdAt ?? new Date()),
    ],
  );
}

/** Lists events, newest first, with their total. */
export async function listAuditEvents(db: Db, page: Page): Promise<PageRows<AuditEvent>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select id, action, actor_id as "actorId", subject_id as "subjectId", changes, request_id as "requestId",
              created_at as "createdAt", ${countUpToMax('identity.audit_events')} as total
         from identity.audit_events
        order by created_at desc, id desc limit $1 offset $2`,
      [limit, offset],
    ),
  );
}
