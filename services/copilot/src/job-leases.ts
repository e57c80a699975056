import type { Pool } from '@svc/chassis/postgres/pool';
import type { JobLeases } from '@svc/chassis/upkeep/job-lease-repo';

/** Leases for this service's recurring jobs; one process runs each. */
export function jobLeases(pool: Pool): JobLeases {
  return { pool, table: 'memory.upkeep_turns' };
}
