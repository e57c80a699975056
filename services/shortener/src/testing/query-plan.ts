import type { Db, Pool } from '@svc/chassis/postgres/pool';

/** How the database runs the statements of `work`, as EXPLAIN prints it. They are not run, and seem to answer nothing. */
export async function planOf(pool: Pool, work: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  await work({
    async query(text, values) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [], rowCount: 0 };
    },
  });
  return lines.join('\n');
}
