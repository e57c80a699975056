import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { purgeAccount } from './purge-account.js';

/** The end of accounts. */
export function purgeService(pool: Pool): ServiceHandlers<typeof PurgeServiceService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await purgeAccount(pool, ownerId);
      return {};
    },
  };
}
