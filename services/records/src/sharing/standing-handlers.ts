import type { UnaryMethod } from '@svc/chassis/grpc/methods';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import { closeOrOpen, type OpenedRecords, recordStanding, type Standing } from './standing-repo.js';

/** The part of `svc.standing.v1.AccountStandingService` that the handlers need. */
interface StandingMethods {
  readonly recordAccountStanding: UnaryMethod<Standing, object>;
}

/** Disables the public records of a disabled account in batches, and enables them again with the account. */
export function standingHandlers(pool: Pool, opened: OpenedRecords): ServiceHandlers<StandingMethods> {
  return {
    recordAccountStanding: (standing) =>
      workInBatches(pool, `standing ${standing.ownerId}`, [
        async (tx, limit) =>
          (await recordStanding(tx, opened, standing)) ? closeOrOpen(tx, opened, standing, limit) : 0,
      ]),
  };
}
