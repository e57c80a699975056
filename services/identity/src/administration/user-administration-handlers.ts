import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { listPending } from '@svc/chassis/outbox/outbox-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import { UserAdministrationService as methods } from '@svc/proto/identity/v1/user_administration_service';
import { listUserIds, listUserNames, listUsers } from '../accounts/user-repo.js';
import { PURGE_TOPIC } from '../purge-messages/purge-messages.js';
import { createPasswordLink } from './create-password-link.js';
import { createUser, hashUnknownPassword } from './create-user.js';
import { updateUser } from './update-user.js';

/** Maximum accounts matched by a search of other services' records. */
const MATCHES_MAX = 1_000;
/** Maximum accounts per lookup. */
const NAMES_MAX = 200;

/** Accounts, managed by administrators. */
export function userAdministrationHandlers(
  pool: Pool,
  write: Write,
  outbox: Outbox,
  untilForgotten: () => Promise<void>,
): ServiceHandlers<typeof methods> {
  return {
    listUsers: async (request) => {
      const { rows: users, total } = await listUsers(pool, request.query ?? null, pageOf(request));
      return { users, totalSize: total };
    },
    findUserIds: async ({ query }) => {
      const userIds = await listUserIds(pool, query, MATCHES_MAX + 1);
      if (userIds.length > MATCHES_MAX) {
        throw invalidInput(
          'search',
          `must match at most ${MATCHES_MAX} accounts. Search for a longer part of the email address or name.`,
        );
      }
      return { userIds };
    },
    listUserNames: async ({ userIds }) => {
      if (userIds.length > NAMES_MAX) throw invalidInput('userIds', `must be at most ${NAMES_MAX}.`);
      return { users: await listUserNames(pool, userIds) };
    },
    createUser: write(methods.createUser, {
      before: hashUnknownPassword,
      work: async (tx, request, _call, passwordHash) => ({ user: await createUser(tx, request, passwordHash) }),
    }),
    updateUser: write(methods.updateUser, {
      work: async (tx, request) => ({ user: await updateUser(tx, outbox, request) }),
      after: untilForgotten,
    }),
    createPasswordLink: write(methods.createPasswordLink, (tx, { userId }) => createPasswordLink(tx, userId)),
    listPendingPurges: async (request) => {
      const { rows, total } = await listPending(pool, PURGE_TOPIC, pageOf(request));
      const purges = rows.map(({ payload, destination, createdAt, attempts }) => ({
        userId: (payload as { userId: string }).userId,
        service: destination,
        requestedAt: createdAt,
        attempts,
      }));
      return { purges, totalSize: total };
    },
  };
}
