import type { Pool } from '@svc/chassis/postgres/pool';
import type { UpkeepTurns } from '@svc/chassis/upkeep/upkeep-turn-repo';

/** Leases for the recurring work of this service, of which one process does each. */
export function upkeepTurns(pool: Pool): UpkeepTurns {
  return { pool, table: 'shortener.upkeep_turns' };
}
