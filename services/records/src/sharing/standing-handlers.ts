import type { UnaryMethod } from '@svc/chassis/grpc/methods';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import { disableOrEnable, type PublicRecords, recordStanding, type Standing } from './standing-repo.js';

/** The part of `svc.standing.v1.AccountStandingService` that the handlers need. */
interface StandingMethods {
  readonly recordAccountStanding: UnaryMethod<Standing, object>;
}

/** Disables the public records of a disabled account in batches, and enables them again with the account. */
export function standingHandlers(pool: Pool, records: PublicRecords): ServiceHandlers<StandingMethods> {
  return {
    recordAccountStanding: (standing) =>
      workInBatches(pool, `standing ${standing.ownerId}`, [
        async (tx, limit) =>
          (await recordStanding(tx, records, standing)) ? disableOrEnable(tx, records, standing, limit) : 0,
      ]),
  };
}
