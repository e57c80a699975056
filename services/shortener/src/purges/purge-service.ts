import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import { deleteClicksOf } from '../clicks/click-removal-repo.js';
import { deleteLinksOfOwner, listLinkIdsOfOwner } from './purge-repo.js';

/** Links whose clicks are removed in one transaction. */
const BATCH = 500;

/** Follows the deletion of accounts: links, photos, shares, reports and clicks go; images are swept later. */
export function purgeService(pool: Pool): ServiceHandlers<typeof PurgeServiceService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      for (;;) {
        const linkIds = await listLinkIdsOfOwner(pool, ownerId, BATCH);
        if (linkIds.length === 0) break;
        await inTransaction(pool, async (tx) => {
          await deleteLinksOfOwner(tx, ownerId, linkIds);
          await deleteClicksOf(tx, linkIds);
        });
      }
      await inTransaction(pool, (tx) => forgetAnswersTo(tx, ownerId));
      return {};
    },
  };
}
