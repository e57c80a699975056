import type { Db } from './pool.js';
import { onlyRow } from './rows.js';

/** The time by the clock of the database, which all processes share: what deletes old rows goes by no other. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return onlyRow(rows).now;
}
