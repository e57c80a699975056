import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { listPending } from '@svc/chassis/outbox/outbox-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserAdministrationServiceService } from '@svc/proto/identity/v1/user_administration_service';
import { listUsers } from '../accounts/user-repo.js';
import { PURGE_TOPIC } from '../purges/purges.js';
import { updateUser } from './update-user.js';

/** Accounts as administrators manage them. */
export function userAdministrationService(
  pool: Pool,
  untilForgotten: () => Promise<void>,
): ServiceHandlers<typeof UserAdministrationServiceService> {
  return {
    listUsers: async (request) => {
      const { limit, offset } = pageOf(request);
      const { users, total } = await listUsers(pool, request.query ?? null, limit, offset);
      return { users, totalSize: total };
    },
    updateUser: async (request) => {
      const user = await updateUser(pool, request);
      await untilForgotten();
      return { user };
    },
    listPendingPurges: async (request) => {
      const { limit, offset } = pageOf(request);
      const { messages, total } = await listPending(pool, { topic: PURGE_TOPIC, limit, offset });
      const purges = messages.map(({ payload, destination, createdAt, attempts }) => ({
        userId: (payload as { userId: string }).userId,
        service: destination,
        requestedAt: createdAt,
        attempts,
      }));
      return { purges, totalSize: total };
    },
  };
}
