import { sqlStateOf } from '../database-errors.js';

const UNDEFINED_TABLE = '42P01';

/** The part that a driver's client and a `Db` have in common. */
interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The database, or a role of its server, belongs to another installation; the message says which. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';
}

/** Throws ForeignDatabaseError when another installation has claimed the database; an unclaimed one is free to use. */
export async function checkInstallation(db: Queryable, installationId: string): Promise<void> {
  const claimedBy = await findInstallation(db);
  if (claimedBy === undefined || claimedBy === installationId) return;
  throw new ForeignDatabaseError('The database belongs to another installation.');
}

async function findInstallation(db: Queryable): Promise<string | undefined> {
  try {
    const { rows } = await db.query(`select id from installation.claims`);
    return (rows as { id: string }[])[0]?.id;
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
