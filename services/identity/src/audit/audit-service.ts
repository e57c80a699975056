import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AuditServiceService } from '@svc/proto/identity/v1/audit_service';
import { listAuditEvents } from './audit-repo.js';

/** What was done to accounts and to the system's switches. */
export function auditService(pool: Pool): ServiceHandlers<typeof AuditServiceService> {
  return {
    listAuditEvents: async (request) => {
      const { limit, offset } = pageOf(request);
      const { events, total } = await listAuditEvents(pool, limit, offset);
      return { events, totalSize: total };
    },
  };
}
