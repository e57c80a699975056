import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { type AuditEvent, AuditService as methods } from '@svc/proto/identity/v1/audit_service';
import { validate as isUuid } from 'uuid';
import { insertReportedEvents, listAuditEvents } from './audit-repo.js';

const REPORTED_MAX = 100;
/** Events that the copilot may report; identity itself records all others. */
const REPORTED_ACTIONS: ReadonlySet<string> = new Set([
  'mcp_server.added',
  'mcp_server.changed',
  'mcp_server.enabled',
  'mcp_server.disabled',
  'mcp_server.removed',
]);

/** Audit events about accounts, the system's settings and its tool servers. */
export function auditHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    listAuditEvents: async (request) => {
      const { rows: events, total } = await listAuditEvents(pool, pageOf(request));
      return { events, totalSize: total };
    },
    recordAuditEvents: write(methods.recordAuditEvents, async (tx, { events }) => {
      if (events.length > REPORTED_MAX) throw invalidInput('events', `must be at most ${REPORTED_MAX}.`);
      events.forEach(checkReported);
      await insertReportedEvents(tx, events);
    }),
  };
}

function checkReported({ id, action, actorId, subjectId }: AuditEvent): void {
  if (!REPORTED_ACTIONS.has(action)) throw invalidInput('action', 'must be an action on tool servers.');
  for (const each of [id, actorId ?? id, subjectId ?? id])
    if (!isUuid(each)) throw invalidInput('id', 'must be a UUID.');
}
