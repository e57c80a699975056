import type { Pool } from '../postgres/pool.js';

/** Where the processes of a service agree who does what recurs. */
export interface UpkeepTurns {
  readonly pool: Pool;
  /** Table of the service, with its schema: `name` is its key, until `held_until` nobody else has to. */
  readonly table: string;
}

/** Takes the turn for a time; false when another process has it. */
export async function takeTurn({ pool, table }: UpkeepTurns, name: string, holdMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into ${table} as t (name, held_until)
     values ($1, now() + $2 * interval '1 millisecond')
         on conflict (name) do update
        set held_until = excluded.held_until
      where t.held_until <= now()`,
    [name, holdMs],
  );
  return rowCount > 0;
}

/** Lets others have the turn at once. */
export async function giveUpTurn({ pool, table }: UpkeepTurns, name: string): Promise<void> {
  await pool.query(`update ${table} set held_until = now() where name = $1`, [name]);
}
