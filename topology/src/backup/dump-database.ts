import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseServiceName, PROCESSES } from '../processes.js';
import { DATABASE_FOLDER, type DumpedSchema } from './manifest.js';

/** The table with the migration history, which is recreated by applying the migrations. */
const HISTORY = 'schema_migrations';

interface TableRow {
  readonly name: string;
  readonly columns: string[];
  readonly refersTo: string[];
}

/**
 * Dumps the rows of every service's schema in one snapshot while the services keep running. Each schema is read with its service's own role. `urls`
 * are connection strings to one database.
 */
export async function dumpDatabase(
  urls: Readonly<Partial<Record<DatabaseServiceName, string>>>,
  folder: string,
): Promise<Record<string, DumpedSchema>> {
  const clients: Client[] = [];
  const schemas: Record<string, DumpedSchema> = {};
  let snapshot: string | undefined;
  try {
    for (const [name, url] of Object.entries(urls) as [DatabaseServiceName, string][]) {
      const client = await connect(url, `backup ${name}`);
      clients.push(client);
      await client.query(`begin isolation level repeatable read read only`);
      // The first transaction stays open, so that the others can share its snapshot.
      if (snapshot === undefined) snapshot = await exportSnapshot(client);
      else await client.query(`set transaction snapshot '${snapshot}'`);
      schemas[name] = await dumpSchema(client, PROCESSES[name].schema, join(folder, DATABASE_FOLDER, name));
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return schemas;
}

/** Opens a connection without timeouts, because tables may be large. */
export async function connect(connectionString: string, applicationName: string): Promise<Client> {
  const client = new Client({ connectionString, application_name: applicationName, keepAlive: true });
  // A lost connection fails the current statement; without a listener the event would also crash the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`);
  return client;
}

async function exportSnapshot(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select pg_export_snapshot() as id`);
  return rows[0]?.id ?? '';
}

async function dumpSchema(client: Client, schema: string, folder: string): Promise<DumpedSchema> {
  const tables = inOrder(await listTables(client, schema));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const dumped: DumpedSchema['tables'] = [];
  for (const { name, columns } of tables) {
    dumped.push({ name, columns, rows: await dumpTable(client, schema, { name, columns }, folder) });
  }
  return {
    migrations: await listMigrations(client, schema),
    tables: dumped,
    partitions: await listPartitions(client, schema),
  };
}

async function dumpTable(
  client: Client,
  schema: string,
  { name, columns }: Pick<TableRow, 'name' | 'columns'>,
  folder: string,
): Promise<number> {
  const from = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  // Rows of partitions are dumped with their partitioned table.
  const rows = client.query(copyTo(`copy (select ${columns.map(escapeIdentifier).join(', ')} from ${from}) to stdout`));
  const file = createWriteStream(join(folder, `${name}.copy.gz`), { mode: 0o600, flush: true });
  await pipeline(rows, createGzip(), file);
  return rows.rowCount;
}

/** Tables that are not partitions, with their stored columns and the tables that their rows refer to. */
async function listTables(client: Client, schema: string): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                   where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
       from pg_class c
      where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $2
      order by c.relname`,
    [escapeIdentifier(schema), HISTORY],
  );
  return rows;
}

/** Sorts tables so that each follows those it refers to. Throws for circular references. */
function inOrder(tables: readonly TableRow[]): TableRow[] {
  const ordered: TableRow[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const next = [...waiting].filter(({ refersTo }) => !refersTo.some((name) => names.has(name)));
    if (next.length === 0) throw new Error(`The tables ${[...names].join(', ')} refer to each other in a circle.`);
    for (const table of next) waiting.delete(table);
    ordered.push(...next);
  }
  return ordered;
}

async function listMigrations(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${escapeIdentifier(schema)}.${HISTORY} order by name`,
  );
  return rows.map(({ name }) => name);
}

async function listPartitions(client: Client, schema: string): Promise<DumpedSchema['partitions']> {
  const { rows } = await client.query<DumpedSchema['partitions'][number]>(
    `select p.relname as "table", c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relnamespace = to_regnamespace($1) and p.relkind = 'p' and c.relkind = 'r'
      order by p.relname, c.relname`,
    [escapeIdentifier(schema)],
  );
  return rows;
}
