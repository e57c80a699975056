import { currentCall } from '@svc/chassis/calls/call-context';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AuditChange } from '@svc/proto/identity/v1/audit_service';
import { v7 as newId } from 'uuid';
import { insertAuditEvent } from './audit-repo.js';

/** An event for the audit trail. It contains ids, and values of settings, limits and roles, but no personal data. */
export interface AuditEvent {
  readonly action:
    | 'system_settings.changed'
    | 'user.created'
    | 'user.role_changed'
    | 'user.disabled'
    | 'user.enabled'
    | 'user.password_link_created'
    | 'account.email_changed'
    | 'account.deleted'
    | 'first_admin.created';
  /** The affected account; null for the system. */
  readonly subjectId: string | null;
  readonly changes?: readonly AuditChange[];
}

/** Records a change, its call and its author, in the transaction of the change. */
export async function recordAuditEvent(tx: Tx, { action, subjectId, changes = [] }: AuditEvent): Promise<void> {
  const call = currentCall();
  const principal = call?.principal;
  await insertAuditEvent(tx, {
    id: newId(),
    action,
    actorId: principal && principal.kind !== 'service' ? principal.userId : null,
    subjectId,
    changes: [...changes],
    requestId: call?.requestId ?? null,
  });
}

/** Returns the fields whose values differ. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): AuditChange[] {
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: String(before[field]), to: String(after[field]) }));
}
