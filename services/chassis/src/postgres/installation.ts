import { sqlStateOf } from './database-errors.js';

const UNDEFINED_TABLE = '42P01';

/** Of a driver's client as of a `Db`, what is needed here. */
interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The database, or a role of its server, belongs to another installation; the message says what of it. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';
}

/** Throws ForeignDatabaseError when another installation has claimed the database; one that nobody has claimed is anybody's. */
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

/** Makes the place of the claim, which these roles may read and only the administrator may write. */
export async function prepareClaim(admin: Queryable, roles: readonly string[]): Promise<void> {
  await admin.query(`create schema if not exists installation`);
  await admin.query(
    `create table if not exists installation.claims (
       is_only    boolean     primary key default true check (is_only),
       id         text        not null,
       claimed_at timestamptz not null default now()
     )`,
  );
  if (roles.length === 0) return;
  await admin.query(`grant usage on schema installation to ${roles.join(', ')}`);
  await admin.query(`grant select on installation.claims to ${roles.join(', ')}`);
}

/** Writes whom the database belongs to from now on. */
export async function claimDatabase(admin: Queryable, installationId: string): Promise<void> {
  await admin.query(
    `insert into installation.claims (id) values ($1)
         on conflict (is_only) do update set id = excluded.id, claimed_at = now()
      where claims.id <> excluded.id`,
    [installationId],
  );
}
