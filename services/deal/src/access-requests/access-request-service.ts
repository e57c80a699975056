import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AccessRequestServiceService as methods } from '@svc/proto/deal/v1/access_request_service';
import { listAccessRequests } from './access-request-repo.js';
import { createAccessRequest } from './create-access-request.js';
import { decideAccessRequest } from './decide-access-request.js';

/** Requests to see sensitive fields, and the owners' decisions. */
export function accessRequestService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    createAccessRequest: (request, { user }) =>
      runWrite(pool, methods.createAccessRequest, request, async (tx) => ({
        accessRequest: await createAccessRequest(tx, user, request),
      })),
    listAccessRequests: async (request, { user }) => {
      const { rows, total } = await listAccessRequests(pool, user.userId, request.status ?? null, pageOf(request));
      return { accessRequests: rows, totalSize: total };
    },
    decideAccessRequest: (request, { user }) =>
      runWrite(pool, methods.decideAccessRequest, request, async (tx) => ({
        accessRequest: await decideAccessRequest(tx, user, request),
      })),
  };
}
