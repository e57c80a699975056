import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { workInPieces } from '@svc/chassis/postgres/pieces';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { deleteMemoriesOf } from '../memories/memory-repo.js';

/** Follows the deletion of accounts: until all memories are gone each call throws `conflict` UNDER_WAY. */
export function purgeHandlers(pool: Pool): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await workInPieces(pool, `purge ${ownerId}`, [
        (tx, limit) => deleteMemoriesOf(tx, ownerId, limit),
        async (tx) => {
          await forgetAnswersTo(tx, ownerId);
          return 0;
        },
      ]);
    },
  };
}
