import type { Db } from './pool.js';
import { onlyRow } from './rows.js';

/** Reads the database's clock, which all processes share: deletion of old rows depends on it alone. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return onlyRow(rows).now;
}
