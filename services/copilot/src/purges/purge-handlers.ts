import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { deleteConversationsOf } from '../conversations/conversation-repo.js';
import { deleteCandidatesOf } from '../learning/learning-repo.js';
import { deleteMemoriesOf } from '../memories/memory-repo.js';
import { deleteConfigOf } from '../settings/config-repo.js';
import { deleteConsentsOf } from '../settings/consent-repo.js';
import { deleteUsageOf } from '../usage/usage-repo.js';

/** Handles the deletion of accounts: throws `conflict` UNDER_WAY until all data of the account is deleted. */
export function purgeHandlers(pool: Pool): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await workInBatches(pool, `purge ${ownerId}`, [
        (tx, limit) => deleteCandidatesOf(tx, ownerId, limit),
        (tx, limit) => deleteMemoriesOf(tx, ownerId, limit),
        (tx, limit) => deleteConversationsOf(tx, ownerId, limit),
        (tx, limit) => deleteUsageOf(tx, ownerId, limit),
        (tx, limit) => deleteConsentsOf(tx, ownerId, limit),
        (tx) => deleteConfigOf(tx, ownerId),
        async (tx) => {
          await forgetAnswersTo(tx, ownerId);
          return 0;
        },
      ]);
    },
  };
}
