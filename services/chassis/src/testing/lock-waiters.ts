import { expect } from '@jest/globals';
import { eventually } from './eventually.js';

interface Queryable {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Resolves once this many statements of the database wait for a lock. */
export async function waitForLockWaiters(db: Queryable, count = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
  });
}
