import { join } from 'node:path';
import {
  bootstrapDatabase,
  type BootstrapOptions,
  checkOwner,
  serviceUrl,
} from '@svc/chassis/postgres/migrations/bootstrap';
import type { ServiceLogin } from '@svc/chassis/postgres/migrations/bootstrap-sql';
import { ForeignDatabaseError } from '@svc/chassis/postgres/migrations/installation';
import { type DatabaseServiceName, PROCESSES } from '@svc/topology/processes';
import { claimDataDir, logFileOf } from './data-dir.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Secrets } from './secrets.ts';

type Passwords<Name extends DatabaseServiceName> = Readonly<Record<Name, string>>;

/** An administrator's connection string, and the name of its setting; `DATABASE_URL` when unset. */
interface AdminAccess {
  readonly adminUrl: string;
  readonly setting?: 'DATABASE_URL' | 'MEMORY_DATABASE_URL';
}

/**
 * Creates missing databases, roles, schemas and extensions. Returns each service's own connection string. Throws an error with a one-sentence
 * message, before any change, for a database of another installation.
 */
export async function bootstrapAll<Name extends DatabaseServiceName>(
  access: AdminAccess,
  passwords: Passwords<Name>,
  options: BootstrapOptions<Name>,
): Promise<Record<Name, string>> {
  return explain(access, () => bootstrapDatabase(access.adminUrl, loginsOf(passwords), options));
}

/** Prepares the separate database of memories in the same way. Returns copilot's connection string. */
export async function bootstrapMemory(
  adminUrl: string,
  password: string,
  options: BootstrapOptions<'copilot'>,
): Promise<string> {
  return (await bootstrapAll(memoryAccess(adminUrl), { copilot: password }, options)).copilot;
}

/** Throws an error with a one-sentence message when a database belongs to another installation; changes nothing. */
export async function checkOwners(
  adminUrl: string,
  memoryAdminUrl: string | undefined,
  secrets: Secrets,
): Promise<void> {
  const { installationId, roles } = secrets;
  await explain({ adminUrl }, () => checkOwner(adminUrl, loginsOf(roles), installationId));
  if (!memoryAdminUrl) return;
  const logins = loginsOf({ copilot: roles.copilot });
  await explain(memoryAccess(memoryAdminUrl), () => checkOwner(memoryAdminUrl, logins, installationId));
}

function memoryAccess(adminUrl: string): AdminAccess {
  return { adminUrl, setting: 'MEMORY_DATABASE_URL' };
}

function loginsOf<Name extends DatabaseServiceName>(passwords: Passwords<Name>): ServiceLogin<Name>[] {
  return (Object.entries(passwords) as [Name, string][]).map(([name, password]) => {
    return { name, password, schema: PROCESSES[name].schema };
  });
}

async function explain<Result>(
  { adminUrl, setting = 'DATABASE_URL' }: AdminAccess,
  work: () => Promise<Result>,
): Promise<Result> {
  const server = URL.parse(adminUrl);
  if (!server?.host || !/^postgres(ql)?:$/.test(server.protocol) || server.pathname.length < 2) {
    throw new Error(`${setting} must be like postgres://user:password@host:5432/database.`);
  }
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ForeignDatabaseError)) {
      throw new Error(`The database at ${server.host} cannot be prepared: ${describe(cause)}.`, { cause });
    }
    throw new Error(
      `The database at ${server.host} belongs to an installation whose secrets.json is not in this data folder ` +
        `(${withoutDot(cause.message)}): put that file there, or take over the database permanently with npm run claim-database.`,
      { cause },
    );
  }
}

/** The services' connection strings for a database that is already prepared. */
export function deriveUrls<Name extends DatabaseServiceName>(
  adminUrl: string,
  passwords: Readonly<Record<Name, string>>,
): Record<Name, string> {
  const entries = Object.entries<string>(passwords).map(([name, password]) => [
    name,
    serviceUrl(adminUrl, { name, password }),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The database of an installation, for commands that run with or without `npm start`. */
export interface DatabaseAccess {
  readonly adminUrl: string;
  close(): Promise<void>;
}

/** Opens the database of DATABASE_URL, else the embedded one: the server that runs on the data folder, or a temporary one. */
export async function openDatabase(dataDir: string, secrets: Secrets): Promise<DatabaseAccess> {
  const folder = join(dataDir, 'postgres');
  const running = process.env.DATABASE_URL || findRunningPostgres(folder, secrets.postgres);
  if (running) return { adminUrl: running, close: () => Promise.resolve() };
  const release = claimDataDir(dataDir);
  const logFile = logFileOf(dataDir, 'postgres');
  const server = await startEmbeddedPostgres({ folder, password: secrets.postgres, logFile, say: console.log });
  return { adminUrl: server.adminUrl, close: () => server.stop().then(release) };
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function withoutDot(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
