import type { Pool } from '@svc/chassis/postgres/pool';
import type { JobLeases } from '@svc/chassis/upkeep/job-lease-repo';

/** Leases for the recurring work of this service, of which one process does each. */
export function jobLeases(pool: Pool): JobLeases {
  return { pool, table: 'shortener.upkeep_turns' };
}
