import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseServiceName, PROCESSES } from '../processes.js';
import { listUnknownMigrations, migrateService } from '../service-migrations.js';
import { connect } from './dump-database.js';
import { DATABASE_FOLDER, type DumpedSchema, type Manifest } from './manifest.js';

/**
 * Fills the empty schemas of a bootstrapped database: applies the migrations as of the dump, loads the rows, and then applies later migrations.
 * `urls` are the connection strings of the services' own roles.
 */
export async function loadDatabase(
  folder: string,
  { schemas }: Manifest,
  urls: Readonly<Record<DatabaseServiceName, string>>,
): Promise<void> {
  for (const [name, url] of Object.entries(urls) as [DatabaseServiceName, string][]) {
    const dumped = schemas[name];
    if (dumped) await loadSchema(name, url, dumped, join(folder, DATABASE_FOLDER, name));
    await migrateService(name, url);
  }
}

/**
 * Like `loadDatabase`, into schemas that must be empty, and are emptied again on failure. Throws an error with a one-sentence message, before any
 * change, for a database with rows.
 */
export async function fillDatabase(
  folder: string,
  manifest: Manifest,
  urls: Readonly<Record<DatabaseServiceName, string>>,
): Promise<void> {
  const filled = await listFilled(urls);
  if (filled.length > 0)
    throw new Error(`The database already has rows of an installation (${filled.join(', ')}): name an empty one.`);
  await loadDatabase(folder, manifest, urls).catch(async (error: unknown) => {
    await emptySchemas(urls);
    throw error;
  });
}

/** Removes leftovers of a failed restore, so that it can be repeated. The schemas were empty before it. */
export async function emptySchemas(urls: Readonly<Record<DatabaseServiceName, string>>): Promise<void> {
  for (const [name, url] of Object.entries(urls) as [DatabaseServiceName, string][]) {
    const client = await connect(url, `restore ${name}`);
    await client.query(`drop schema if exists ${escapeIdentifier(PROCESSES[name].schema)} cascade`);
    await client.end();
  }
}

/** Services that already have tables, checked with the services' own roles. */
async function listFilled(urls: Readonly<Record<DatabaseServiceName, string>>): Promise<DatabaseServiceName[]> {
  const filled: DatabaseServiceName[] = [];
  for (const [name, url] of Object.entries(urls) as [DatabaseServiceName, string][]) {
    const client = await connect(url, `restore ${name}`);
    const { rowCount } = await client.query(`select 1 from pg_class where relnamespace = to_regnamespace($1) limit 1`, [
      PROCESSES[name].schema,
    ]);
    await client.end();
    if (rowCount) filled.push(name);
  }
  return filled;
}

async function loadSchema(
  name: DatabaseServiceName,
  url: string,
  { migrations, tables, partitions }: DumpedSchema,
  folder: string,
): Promise<void> {
  const unknown = await listUnknownMigrations(name, migrations);
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by a newer version of Dealbridge, with ${unknown.join(', ')} of ${name}: restore it with that version.`,
    );
  await migrateService(name, url, { only: migrations });
  const client = await connect(url, `restore ${name}`);
  try {
    await client.query('begin');
    const schema = escapeIdentifier(PROCESSES[name].schema);
    const nameOf = (table: string): string => `${schema}.${escapeIdentifier(table)}`;
    for (const { table, name: partition, bounds } of await missing(client, PROCESSES[name].schema, partitions)) {
      await client.query(`create table ${nameOf(partition)} partition of ${nameOf(table)} ${bounds}`);
    }
    // Migrations may have inserted rows, which are also in the backup.
    if (tables.length > 0) await client.query(`truncate ${tables.map((table) => nameOf(table.name)).join(', ')}`);
    // Triggers stay disabled, because the backup includes the rows that they wrote.
    const setTriggers = async (state: 'disable' | 'enable'): Promise<void> => {
      for (const table of tables) await client.query(`alter table ${nameOf(table.name)} ${state} trigger user`);
    };
    await setTriggers('disable');
    for (const table of tables) {
      await loadTable(client, nameOf(table.name), table, join(folder, `${table.name}.copy.gz`));
    }
    await setTriggers('enable');
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Schemas that migrations do not create. */
async function missing(
  client: Client,
  schema: string,
  partitions: DumpedSchema['partitions'],
): Promise<DumpedSchema['partitions']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relispartition`,
    [escapeIdentifier(schema)],
  );
  const there = new Set(rows.map(({ name }) => name));
  return partitions.filter(({ name }) => !there.has(name));
}

/** Loads the rows of a table. Throws when the file is not the one that was written. */
async function loadTable(
  client: Client,
  table: string,
  { columns, rows }: DumpedSchema['tables'][number],
  file: string,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.map(escapeIdentifier).join(', ')}) from stdin`));
  try {
    await pipeline(createReadStream(file), createGunzip(), target);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be loaded: ${reason}.`, { cause });
  }
  if (target.rowCount !== rows) throw new Error(`${file} has ${target.rowCount} rows instead of ${rows}.`);
}
