import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { purgeAccount } from './purge-account.js';

/** Purges of deleted accounts. */
export function purgeHandlers(pool: Pool, outbox: Outbox): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: ({ ownerId }) => purgeAccount(pool, outbox, ownerId),
  };
}
