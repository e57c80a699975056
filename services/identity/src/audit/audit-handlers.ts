import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AuditService } from '@svc/proto/identity/v1/audit_service';
import { listAuditEvents } from './audit-repo.js';

/** What was done to accounts and to the system's switches. */
export function auditHandlers(pool: Pool): ServiceHandlers<typeof AuditService> {
  return {
    listAuditEvents: async (request) => {
      const { rows: events, total } = await listAuditEvents(pool, pageOf(request));
      return { events, totalSize: total };
    },
  };
}
