import type { AsService } from '@svc/chassis/assertions/service-call';
import { currentCall } from '@svc/chassis/calls/call-context';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AuditChange, AuditService } from '@svc/proto/identity/v1/audit_service';
import { v7 as newId } from 'uuid';

export const AUDIT_TOPIC = 'audit-events';

/** An administrator's action on a server. */
export interface ServerEvent {
  readonly action: 'added' | 'changed' | 'enabled' | 'disabled' | 'removed';
  readonly serverId: string;
  /** Must not contain an address or a header. */
  readonly changes?: readonly AuditChange[];
}

interface ToldEvent {
  readonly id: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly subjectId: string;
  readonly changes: readonly AuditChange[];
  readonly requestId: string | null;
  readonly createdAt: string;
}

/** Reports to identity, which keeps the administrators' audit log, once the transaction is committed. */
export async function reportAudit(
  tx: Tx,
  outbox: Pick<Outbox, 'enqueue'>,
  { action, serverId, changes = [] }: ServerEvent,
): Promise<void> {
  const call = currentCall();
  const principal = call?.principal;
  const event: ToldEvent = {
    id: newId(),
    action: `mcp_server.${action}`,
    actorId: principal && principal.kind !== 'service' ? principal.userId : null,
    subjectId: serverId,
    changes,
    requestId: call?.requestId ?? null,
    createdAt: new Date().toISOString(),
  };
  await outbox.enqueue(tx, { destination: 'identity', topic: AUDIT_TOPIC, payload: event });
}

export function createAuditDelivery(
  audit: Pick<PromiseClient<typeof AuditService>, 'recordAuditEvents'>,
  asService: AsService,
): Deliver {
  return async ({ messages }) => {
    const events = messages.map(({ payload }) => {
      const { createdAt, changes, ...event } = payload as ToldEvent;
      return { ...event, changes: [...changes], createdAt: new Date(createdAt) };
    });
    await asService(() => audit.recordAuditEvents({ events }));
  };
}
