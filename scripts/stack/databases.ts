import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@svc/chassis/log';
import { bootstrapDatabase, serviceUrl } from '@svc/chassis/postgres/bootstrap';
import { migrate } from '@svc/chassis/postgres/migrations';
import { claimDataDir, openLog } from './data-dir.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Secrets } from './secrets.ts';
import { folderOf, ROOT, type DatabaseServiceName } from './service-list.ts';

/** Creates database, roles, schemas and extensions where they are missing. Returns each service's own connection string. */
export async function bootstrapAll<Name extends string>(
  adminUrl: string,
  passwords: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  const server = URL.parse(adminUrl);
  if (!server?.host) throw new Error('DATABASE_URL must be like postgres://user:password@host:5432/database.');
  const services = Object.entries<string>(passwords).map(([name, password]) => ({ name: name as Name, password }));
  try {
    return await bootstrapDatabase(adminUrl, services);
  } catch (cause) {
    throw new Error(`The database at ${server.host} cannot be prepared: ${describe(cause)}.`, { cause });
  }
}

/** The services' connection strings for a database that has been prepared before. */
export function deriveUrls<Name extends string>(
  adminUrl: string,
  passwords: Readonly<Record<Name, string>>,
): Record<Name, string> {
  const entries = Object.entries<string>(passwords).map(([name, password]) => [
    name,
    serviceUrl(adminUrl, { name, password }),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Applies what is outstanding of the service's migrations, with the service's own role. Returns the names applied. */
export function migrateService(name: DatabaseServiceName, connectionString: string): Promise<string[]> {
  const directories = [join(ROOT, folderOf(name), 'migrations')].filter(existsSync);
  return migrate({ connectionString, schema: name, directories, log: createLog('migrate', 'warn') });
}

/** The database of an installation, for commands that run beside `npm start` or without it. */
export interface DatabaseAccess {
  readonly adminUrl: string;
  close(): Promise<void>;
}

/** Opens the database of DATABASE_URL, else the embedded one: the server that runs on the data folder, or one started for now. */
export async function openDatabase(dataDir: string, secrets: Secrets): Promise<DatabaseAccess> {
  const folder = join(dataDir, 'postgres');
  const running = process.env.DATABASE_URL || findRunningPostgres(folder, secrets.postgres);
  if (running) return { adminUrl: running, close: () => Promise.resolve() };
  const release = claimDataDir(dataDir);
  const logFile = openLog(dataDir, 'postgres');
  const server = await startEmbeddedPostgres({ folder, password: secrets.postgres, logFile, say: console.log });
  return { adminUrl: server.adminUrl, close: () => server.stop(5_000).then(release) };
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
