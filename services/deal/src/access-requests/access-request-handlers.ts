import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AccessRequestService as methods } from '@svc/proto/deal/v1/access_request_service';
import { listAccessRequests } from './access-request-repo.js';
import { createAccessRequest } from './create-access-request.js';
import { decideAccessRequest } from './decide-access-request.js';

/** Requests to see sensitive fields, and the owners' decisions. */
export function accessRequestHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createAccessRequest: write(methods.createAccessRequest, async (tx, request, { user }) => {
      const { created, ...accessRequest } = await createAccessRequest(tx, user, request);
      return { accessRequest, created };
    }),
    listAccessRequests: async (request, { user }) => {
      const { status = null, asOwner = null } = request;
      const { rows, total } = await listAccessRequests(pool, user.userId, { status, asOwner }, pageOf(request));
      return { accessRequests: rows, totalSize: total };
    },
    decideAccessRequest: write(methods.decideAccessRequest, async (tx, request, { user }) => ({
      accessRequest: await decideAccessRequest(tx, user, request),
    })),
  };
}
