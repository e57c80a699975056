import { Client, escapeIdentifier } from 'pg';
import { sqlStateOf } from '../database-errors.js';
import {
  claimOf,
  closedToPublic,
  EXTENSIONS,
  placeOfClaim,
  roleOf,
  roleOfService,
  schemaOfService,
  type ServiceLogin,
} from './bootstrap-sql.js';
import { checkInstallation, ForeignDatabaseError } from './installation.js';

const INVALID_PASSWORD = '28P01';
const NO_SUCH_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';
/** SQLSTATEs of a race: another session created or changed the same role at the same time, perhaps in another database of the server. */
const ROLE_RACE = ['42710', '23505', 'XX000'];
const ATTEMPTS_MAX = 5;
const NAME = /^[a-z][a-z0-9_]{0,40}$/;

export interface BootstrapOptions<Name extends string = string> {
  /** The installation that claims an unclaimed database; when unset, nothing is checked or claimed. */
  readonly installationId?: string | undefined;
  /** `keep`: existing roles must already have these passwords. `replace`: their passwords are reset. */
  readonly passwords: 'keep' | 'replace';
  /** Takes the database over from its previous owner; called with the services' connection strings before the claim changes. */
  readonly beforeTakeOver?: (urls: Readonly<Record<Name, string>>) => Promise<void>;
}

/**
 * Prepares a database for services: the database itself if it is missing, the extensions, and for each service a role that can use only its own
 * schema. Safe to repeat, also concurrently. The administrator needs only CREATEROLE and to own the database (or CREATEDB, to create it). Returns
 * each service's connection string. Throws ForeignDatabaseError before any change when database or roles belong to another installation.
 */
export async function bootstrapDatabase<Name extends string>(
  givenUrl: string,
  services: readonly ServiceLogin<Name>[],
  { installationId, passwords, beforeTakeOver }: BootstrapOptions<Name>,
): Promise<Record<Name, string>> {
  const misnamed = services.flatMap(({ name, schema = name }) => [name, schema]).find((name) => !NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed} cannot be the name of a schema and a role.`);
  const adminUrl = explicitTls(givenUrl);
  const urls = Object.fromEntries(services.map((service) => [service.name, serviceUrl(adminUrl, service)])) as Record<
    Name,
    string
  >;
  const admin = await connect(adminUrl);
  try {
    await admin.query(`select pg_advisory_lock(hashtextextended('bootstrap', 0))`);
    if (installationId !== undefined && !beforeTakeOver) await checkInstallation(admin, installationId);
    if (passwords === 'keep') await checkPasswords(admin, adminUrl, services);
    const database = await currentDatabase(admin);
    await runAll(admin, [...EXTENSIONS, ...closedToPublic(database)]);
    for (const service of services) await createService(admin, service, database, passwords);
    await runAll(admin, placeOfClaim(services));
    if (beforeTakeOver) {
      await endSessions(admin, services);
      await beforeTakeOver(urls);
    }
    if (installationId !== undefined) await admin.query(claimOf(installationId));
  } finally {
    await admin.end();
  }
  return urls;
}

/**
 * Throws ForeignDatabaseError when the database, or a role of its server, belongs to another installation, without changing anything. A missing
 * database is unclaimed.
 */
export async function checkOwner(
  givenUrl: string,
  services: readonly ServiceLogin[],
  installationId: string,
): Promise<void> {
  const adminUrl = explicitTls(givenUrl);
  const admin = new Client({ connectionString: adminUrl, application_name: 'bootstrap' });
  try {
    await admin.connect();
    await checkInstallation(admin, installationId);
    await checkPasswords(admin, adminUrl, services);
  } catch (error) {
    if (sqlStateOf(error) !== NO_SUCH_DATABASE) throw error;
  } finally {
    await admin.end();
  }
}

/** The connection string of a service's role for the administrator's database. */
export function serviceUrl(adminUrl: string, { name, password }: ServiceLogin): string {
  const url = new URL(explicitTls(adminUrl));
  url.username = roleOf(name);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The driver treats these modes as `verify-full`, and prints a long warning unless that mode is explicit. */
function explicitTls(connectionString: string): string {
  const url = new URL(connectionString);
  if (!['prefer', 'require', 'verify-ca'].includes(url.searchParams.get('sslmode') ?? '')) return connectionString;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

async function connect(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, application_name: 'bootstrap' });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (sqlStateOf(error) !== NO_SUCH_DATABASE) throw error;
  }
  await createDatabase(adminUrl);
  const retry = new Client({ connectionString: adminUrl, application_name: 'bootstrap' });
  await retry.connect();
  return retry;
}

async function createDatabase(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href, application_name: 'bootstrap' });
  await client.connect();
  try {
    await client.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    if (sqlStateOf(error) !== DUPLICATE_DATABASE) throw error;
  } finally {
    await client.end();
  }
}

/** Roles belong to the server: existing ones must accept the given passwords. */
async function checkPasswords(admin: Client, adminUrl: string, services: readonly ServiceLogin[]): Promise<void> {
  const { rows } = await admin.query<{ role: string }>(
    `select rolname as role from pg_catalog.pg_roles where rolname = any($1)`,
    [services.map(({ name }) => roleOf(name))],
  );
  const known = services.filter(({ name }) => rows.some(({ role }) => role === roleOf(name)));
  await Promise.all(known.map((service) => checkPassword(serviceUrl(adminUrl, service), roleOf(service.name))));
}

/** A permission error proves that the password is right: the server checks the password first. */
async function checkPassword(connectionString: string, role: string): Promise<void> {
  const client = new Client({ connectionString, application_name: 'bootstrap' });
  try {
    await client.connect();
  } catch (error) {
    if (sqlStateOf(error) !== INVALID_PASSWORD) return;
    throw new ForeignDatabaseError(`The role ${role} has another password.`, { cause: error });
  } finally {
    await client.end();
  }
}

/** Ends connections that were opened with an old password. */
async function endSessions(admin: Client, services: readonly ServiceLogin[]): Promise<void> {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
      where usename = any($1) and datname = current_database()`,
    [services.map(({ name }) => roleOf(name))],
  );
}

async function createService(
  admin: Client,
  login: ServiceLogin,
  database: string,
  passwords: BootstrapOptions['passwords'],
): Promise<void> {
  await retryOnRace(async () => {
    const { rows } = await admin.query(`select 1 from pg_catalog.pg_roles where rolname = $1`, [roleOf(login.name)]);
    const verb = rows.length === 0 ? 'create' : passwords === 'replace' ? 'alter' : undefined;
    await runAll(admin, roleOfService(login, verb));
  });
  await runAll(admin, schemaOfService(login, database));
}

async function runAll(admin: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await admin.query(statement);
}

async function retryOnRace(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !ROLE_RACE.includes(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

async function currentDatabase(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(`select current_database() as name`);
  return rows[0]?.name ?? '';
}
