import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { sqlStateOf } from './database-errors.js';

const NO_SUCH_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';
/** Someone else created or changed the same role at the same moment, perhaps from another database of the server. */
const ROLE_RACE = ['42710', '23505', 'XX000'];
const ATTEMPTS_MAX = 5;
const NAME = /^[a-z][a-z0-9_]{0,40}$/;

export interface ServiceLogin<Name extends string = string> {
  /** Lower-case name of the service: its schema; its role is `svc_<name>`. */
  readonly name: Name;
  readonly password: string;
}

/**
 * Makes a database ready for services: the database itself when it is missing, the extensions, and for each service a role that
 * can use its own schema and no other. Safe to repeat, also at the same time; sets passwords anew. The administrator needs
 * CREATEROLE and to own the database (or CREATEDB, to create it), not more. Answers each service's connection string.
 */
export async function bootstrapDatabase<Name extends string>(
  adminUrl: string,
  services: readonly ServiceLogin<Name>[],
): Promise<Record<Name, string>> {
  const misnamed = services.find(({ name }) => !NAME.test(name));
  if (misnamed) throw new Error(`${misnamed.name} cannot be the name of a schema and a role.`);
  const admin = await connect(adminUrl);
  try {
    await admin.query(`select pg_advisory_lock(hashtextextended('bootstrap', 0))`);
    await createExtensions(admin);
    await closeToPublic(admin);
    for (const service of services) await createService(admin, service);
  } finally {
    await admin.end();
  }
  return Object.fromEntries(services.map((service) => [service.name, serviceUrl(adminUrl, service)])) as Record<
    Name,
    string
  >;
}

/** The connection string of a service's role for the database that the administrator's names. */
export function serviceUrl(adminUrl: string, { name, password }: ServiceLogin): string {
  const url = new URL(adminUrl);
  url.username = roleOf(name);
  url.password = encodeURIComponent(password);
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

/** `unaccent` itself is only stable, for its dictionary could change; ours does not, and indexes need immutable functions. */
async function createExtensions(admin: Client): Promise<void> {
  await admin.query(`create schema if not exists extensions`);
  await admin.query(`grant usage on schema extensions to public`);
  await admin.query(`create extension if not exists unaccent with schema extensions`);
  await admin.query(`create extension if not exists pg_trgm with schema extensions`);
  await admin.query(
    `create or replace function extensions.search_text(value text) returns text
     language sql immutable strict parallel safe
     return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))`,
  );
}

/** Takes away what PostgreSQL grants to every role of the server by default. */
async function closeToPublic(admin: Client): Promise<void> {
  await admin.query(`revoke all on database ${await currentDatabase(admin)} from public`);
  await admin.query(`revoke all on schema public from public`);
}

async function createService(admin: Client, { name, password }: ServiceLogin): Promise<void> {
  const role = roleOf(name);
  const schema = escapeIdentifier(name);
  await retryOnRace(async () => {
    const { rows } = await admin.query(`select 1 from pg_catalog.pg_roles where rolname = $1`, [role]);
    const verb = rows.length > 0 ? 'alter' : 'create';
    await admin.query(`${verb} role ${role} login password ${escapeLiteral(password)}`);
    await admin.query(`alter role ${role} set search_path to ${schema}, extensions`);
    // Only a member of the role may create a schema that belongs to it; a superuser need not be one.
    await admin.query(`grant ${role} to current_user`);
  });
  await admin.query(`grant connect on database ${await currentDatabase(admin)} to ${role}`);
  await admin.query(`create schema if not exists ${schema} authorization ${role}`);
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
  const { rows } = await admin.query<{ name: string }>(`select quote_ident(current_database()) as name`);
  return rows[0]?.name ?? '';
}

function roleOf(name: string): string {
  return `svc_${name}`;
}
