import { dbOf } from '../postgres/connection.js';
import type { Db, Pool } from '../postgres/pool.js';

/** The database's plans for the statements of `work`, as EXPLAIN prints them. The statements are not executed, and return no rows. */
export async function planOf(pool: Pool, work: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const explain: Db['query'] = async (text, values) => {
    const rows = await pool.list<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    lines.push(...rows.map((row) => row['QUERY PLAN']));
    return { rows: [], rowCount: 0 };
  };
  await work(dbOf(explain));
  return lines.join('\n');
}
