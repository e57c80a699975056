import type { Db } from './pool.js';
import { onlyRow } from './rows.js';

/** The database's clock, which all processes share: only it decides which old rows are deleted. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return onlyRow(rows).now;
}
