import type { Pool } from '@svc/chassis/postgres/pool';
import type { UpkeepTurns } from '@svc/chassis/upkeep/upkeep-turn-repo';

/** Whose turn it is, of all processes of this service, to do what recurs. */
export function upkeepTurns(pool: Pool): UpkeepTurns {
  return { pool, table: 'memory.upkeep_turns' };
}
