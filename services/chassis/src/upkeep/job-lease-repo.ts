import type { Pool } from '../postgres/pool.js';

/** The leases of a service's singleton jobs. */
export interface JobLeases {
  readonly pool: Pool;
  /** Schema of the service; the table `upkeep_turns` in it has the key `name`, and a lease lasts until `held_until`. */
  readonly schema: string;
}

/** Takes the lease of a job; false while another process holds it. */
export async function takeLease({ pool, schema }: JobLeases, name: string, holdMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into ${schema}.upkeep_turns as t (name, held_until)
     values ($1, now() + $2 * interval '1 millisecond')
         on conflict (name) do update
        set held_until = excluded.held_until
      where t.held_until <= now()`,
    [name, holdMs],
  );
  return rowCount > 0;
}

/** Releases the lease, so that another process can take it at once. */
export async function releaseLease({ pool, schema }: JobLeases, name: string): Promise<void> {
  await pool.query(`update ${schema}.upkeep_turns set held_until = now() where name = $1`, [name]);
}
