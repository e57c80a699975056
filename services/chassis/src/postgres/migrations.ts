import { Client, escapeIdentifier } from 'pg';
import { AppError } from '../errors/app-error.js';
import type { Log } from '../log.js';
import { sqlStateOf } from './database-errors.js';
import { isSameSequence, readMigrations, type Migration } from './migration-files.js';
import type { Db } from './pool.js';

/** A migration that waits longer for a table would hold up everyone who comes after it. */
const LOCK_TIMEOUT_MS = 5_000;
const UNDEFINED_TABLE = '42P01';

export interface MigrateOptions {
  /** Of the service's own role. */
  readonly connectionString: string;
  readonly schema: string;
  /** Folders with the service's migrations. */
  readonly directories: readonly string[];
  readonly log: Log;
}

/**
 * Applies what is not yet applied, in order, each file in one transaction and with the service's schema first on the search path;
 * answers the names applied. Runners that come at once wait for each other. Throws, naming the file, when an applied file has been
 * edited, when a new one has a lower number than an applied one, or when one fails: then those before it stay applied.
 */
export async function migrate({ connectionString, schema, directories, log }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(directories);
  const client = new Client({ connectionString, application_name: `migrate ${schema}`, keepAlive: true });
  // A lost connection fails the statement that runs; the event besides would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`migrate ${schema}`]);
    const pending = findPending(migrations, await prepareHistory(client, schema));
    for (const migration of pending) {
      await apply(client, schema, migration);
      log.info({ schema, migration: migration.name }, 'applied a migration');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * A readiness check that throws AppError `unavailable`, naming what is missing, until every migration that this code needs has
 * been applied. It asks the database each time, so it also tells whether the database answers.
 */
export function schemaVersionCheck(db: Db, schema: string, directories: readonly string[]): () => Promise<void> {
  let needed: Promise<string[]> | undefined;
  return async () => {
    needed ??= readMigrations(directories).then((migrations) => migrations.map(({ name }) => name));
    const missing = await listMissing(db, schema, await needed);
    if (missing.length > 0) {
      throw new AppError('unavailable', 'UNAVAILABLE', `The schema ${schema} lacks ${missing.join(', ')}.`);
    }
  };
}

/** Creates the table of applied migrations when it is not there; answers their checksums by name. */
async function prepareHistory(client: Client, schema: string): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists ${historyTable(schema)} (
       name       text primary key,
       checksum   text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${historyTable(schema)}`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Applied migrations without a file are those of a newer version, which is being rolled back: they stay. */
function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  for (const { name, checksum } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(`The migration ${name} was edited after it had been applied. Undo that and add a new one.`);
    }
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const { name } of pending) {
    const later = [...applied.keys()].find((other) => isSameSequence(name, other) && other > name);
    if (later !== undefined)
      throw new Error(`The migration ${name} comes after ${later} was applied. Give it a higher number.`);
  }
  return pending;
}

async function apply(client: Client, schema: string, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local search_path to ${escapeIdentifier(schema)}, extensions`);
    await client.query(`set local lock_timeout to ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query(`insert into ${historyTable(schema)} (name, checksum) values ($1, $2)`, [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(
      `The migration ${name} of ${schema} failed: ${cause instanceof Error ? cause.message : 'unknown'}`,
      {
        cause,
      },
    );
  }
}

async function listMissing(db: Db, schema: string, needed: readonly string[]): Promise<string[]> {
  try {
    const { rows } = await db.query<{ name: string }>(
      `select needed.name
         from unnest($1::text[]) as needed (name)
        where not exists (select 1 from ${historyTable(schema)} as applied where applied.name = needed.name)
        order by needed.name`,
      [needed],
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return [...needed];
    throw error;
  }
}

function historyTable(schema: string): string {
  return `${escapeIdentifier(schema)}.schema_migrations`;
}
