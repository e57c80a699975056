import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { appError } from '../../errors/app-error.js';
import type { Log } from '../../logging/log.js';
import { sqlStateOf } from '../database-errors.js';
import type { Db } from '../pool.js';
import { checkInstallation } from './installation.js';
import { isSameSequence, type Migration, readMigrations } from './migration-files.js';

/** Lock timeout: a migration that waits longer for a table would block everyone queued behind it. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_RETRY_MS = 100;
/** Pauses between tries for a table that others use, each twice as long as the one before. */
const TRY_AGAIN_MS = 1_000;
const TRY_AGAIN_MS_MAX = 60_000;
/** Maximum milliseconds for which a runner whose machine has vanished holds its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEPALIVE_SECONDS = 30;
const NO_TRANSACTION = '-- no transaction\n';
/** Blocks, which work in pieces, and statements with `concurrently`, such as on an index: while they wait, others can read and write. */
const MAY_WAIT = /^(?:do|[\w\s.]+\sconcurrently)\b/i;
const UNDEFINED_TABLE = '42P01';
/** SQLSTATEs of a table in use: lock timeout and deadlock (PostgreSQL manual, appendix A). */
const IN_USE: readonly unknown[] = ['55P03', '40P01'];

export interface MigrateOptions {
  /** Connection string of the service's own role. */
  readonly connectionString: string;
  readonly schema: string;
  /** Folders with the service's migrations. */
  readonly directories: readonly string[];
  /** The expected owner of the database; any when unset. */
  readonly installationId?: string | undefined;
  readonly log: Log;
  /** Names of the migrations to apply, to build the schema of an earlier version; all when unset. */
  readonly only?: readonly string[] | undefined;
  /** Milliseconds for which a table in use is retried; a single try when unset. */
  readonly lockWaitMs?: number | undefined;
}

/**
 * Applies the missing migrations in order, each file in one transaction and with the service's schema first on the search path; returns the names
 * applied. A file whose first line is `-- no transaction` is applied statement by statement instead, for statements such as `create index
 * concurrently`. Such a file must be repeatable, because it may fail halfway, as when one of its statements waits too long for a table. Concurrent runners wait for each other. Throws ForeignDatabaseError for
 * a database of another installation. Throws an error that names the file when an applied file was edited, when a new file has a lower number than an
 * applied one, or when a file fails; earlier files stay applied.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { connectionString, schema, directories, installationId, log, only, lockWaitMs = 0 } = options;
  const all = await readMigrations(directories);
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all;
  const client = new Client({ connectionString, application_name: `migrate ${schema}`, keepAlive: true });
  // A lost connection fails the current statement; its event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (installationId !== undefined) await checkInstallation(client, installationId);
    await prepareSession(client);
    await lockMigrations(client, schema);
    const pending = findPending(migrations, await prepareHistory(client, schema));
    const giveUpAt = performance.now() + lockWaitMs;
    for (const migration of pending) {
      await applyPatiently({ client, schema, log, giveUpAt }, migration);
      log.info({ schema, migration: migration.name }, 'applied a migration');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * A readiness check that throws AppError `unavailable`, naming what is missing, until every migration that this code needs is applied. It asks the
 * database each time, so it also shows whether the database answers.
 */
export function schemaVersionCheck(schema: string, directories: readonly string[]): (db: Db) => Promise<void> {
  let needed: Promise<string[]> | undefined;
  return async (db) => {
    needed ??= readMigrations(directories).then((migrations) => migrations.map(({ name }) => name));
    const missing = await listMissing(db, schema, await needed);
    if (missing.length > 0) {
      throw appError('UNAVAILABLE', `The schema ${schema} lacks ${missing.join(', ')}.`);
    }
  };
}

/** Lifts the statement timeout, because a migration of a large table may take long; one whose runner is gone is ended. */
async function prepareSession(client: Client): Promise<void> {
  await client.query(
    `set statement_timeout to 0;
     set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_MS};
     set tcp_keepalives_idle to ${KEEPALIVE_SECONDS}`,
  );
}

/** Creates the table of applied migrations if missing; returns their checksums by name. */
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

/** Applied migrations without a file belong to a newer version that is being rolled back, or were replaced: they stay. */
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

/** Polls for the lock: a waiting statement holds a snapshot, and `create index concurrently` would wait for it to end. */
async function lockMigrations(client: Client, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as "isOurs"`,
      [`migrate ${schema}`],
    );
    if (rows[0]?.isOurs) return;
    await pause(LOCK_RETRY_MS);
  }
}

interface Applying {
  readonly client: Client;
  readonly schema: string;
  readonly log: Log;
  /** Time to give up, by `performance.now()`. */
  readonly giveUpAt: number;
}

/**
 * Retries with backoff while a table is in use, such as by a backup or a long report. Each try blocks everyone queued behind it, so the pauses grow.
 */
async function applyPatiently({ client, schema, log, giveUpAt }: Applying, migration: Migration): Promise<void> {
  for (let pauseMs = TRY_AGAIN_MS; ; pauseMs = Math.min(pauseMs * 2, TRY_AGAIN_MS_MAX)) {
    try {
      return await apply(client, schema, migration);
    } catch (error) {
      const isInUse = error instanceof Error && IN_USE.includes(sqlStateOf(error.cause));
      if (!isInUse || performance.now() + pauseMs > giveUpAt) throw error;
      log.warn({ schema, migration: migration.name, pauseMs }, 'a migration waits for a table that others use');
      await pause(pauseMs);
    }
  }
}

async function apply(client: Client, schema: string, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  const isTransaction = !sql.startsWith(NO_TRANSACTION);
  try {
    if (isTransaction) await client.query('begin');
    await client.query(`set ${isTransaction ? 'local ' : ''}search_path to ${escapeIdentifier(schema)}, extensions`);
    if (isTransaction) {
      await client.query(`set local lock_timeout to ${LOCK_TIMEOUT_MS}`);
      await client.query(sql);
    } else {
      await applyEach(client, statementsOf(sql));
    }
    await client.query(`insert into ${historyTable(schema)} (name, checksum) values ($1, $2)`, [name, checksum]);
    if (isTransaction) await client.query('commit');
  } catch (cause) {
    if (isTransaction) await client.query('rollback').catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new Error(`The migration ${name} of ${schema} failed: ${reason}`, { cause });
  }
}

async function applyEach(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const mayWait = MAY_WAIT.test(withoutComments(statement));
    await client.query(`set lock_timeout to ${mayWait ? 0 : LOCK_TIMEOUT_MS}`);
    await client.query(statement);
  }
}

/** Splits SQL into statements, each of which ends with a semicolon at the end of a line outside `$$`; sent together they would be one transaction. */
function statementsOf(sql: string): string[] {
  const statements = sql.match(/(?:\$\$[\s\S]*?\$\$|(?!;$)[\s\S])+/gm) ?? [];
  return statements.filter((statement) => withoutComments(statement) !== '');
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/^--.*$/gm, '').trim();
}

async function listMissing(db: Db, schema: string, needed: readonly string[]): Promise<string[]> {
  try {
    const { rows } = await db.query<{ name: string }>(
      `select needed.name from unnest($1::text[]) as needed (name)
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
