import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { dropRoles } from '../../testing/service-database.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { bootstrapDatabase, checkOwner, serviceUrl } from './bootstrap.js';
import { checkInstallation, ForeignDatabaseError } from './installation.js';

const PASSWORD = `it's a p@ss:w/rd?`;
const KEEP = { passwords: 'keep' } as const;
const REPLACE = { passwords: 'replace' } as const;

interface Service {
  name: string;
  password: string;
}

let database: TestDatabase;
let admin: Client;
const services: string[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await connect(database.adminUrl);
});

afterEach(async () => {
  const opened = clients.splice(0).filter((client) => client !== admin);
  await Promise.all(opened.map((client) => client.end()));
});

afterAll(async () => {
  await admin?.end();
  await database?.drop();
  await dropRoles(services);
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // Some of them are ended by the server.
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

function freshServices(count: number): Service[] {
  const fresh = Array.from({ length: count }, () => `t${randomBytes(6).toString('hex')}`);
  services.push(...fresh);
  return fresh.map((name) => ({ name, password: PASSWORD }));
}

test('a role works in its own schema and finds the extensions, and has no rights in another schema', async () => {
  const [own, other] = freshServices(2) as [Service, Service];
  const urls = await bootstrapDatabase(database.adminUrl, [own, other], KEEP);
  const mine = await connect(urls[own.name] ?? '');
  const theirs = await connect(urls[other.name] ?? '');
  await theirs.query(`create table secrets (id integer); insert into secrets (id) values (1)`);

  await mine.query(`create table notes (text text)`);
  await mine.query(`create index notes_text on notes using gin (search_text(text) gin_trgm_ops)`);
  const { rows } = await mine.query(`select search_text('Éclair ÀÑ') as text, current_schema() as schema`);

  expect(rows).toEqual([{ text: 'eclair an', schema: own.name }]);
  const denied = { code: '42501' };
  await expect(mine.query(`select id from ${other.name}.secrets`)).rejects.toMatchObject(denied);
  await expect(mine.query(`create table ${other.name}.more (id integer)`)).rejects.toMatchObject(denied);
  await expect(mine.query(`create table public.more (id integer)`)).rejects.toMatchObject(denied);
  await expect(mine.query(`create table extensions.more (id integer)`)).rejects.toMatchObject(denied);
  await expect(mine.query(`create schema more`)).rejects.toMatchObject(denied);
  await expect(mine.query(`set role svc_${other.name}`)).rejects.toMatchObject(denied);
});

test("no role of the template can read another's tables, including its list of migrations", async () => {
  const { rows } = await admin.query<{ schema: string; role: string }>(
    `select n.nspname as schema, r.rolname as role
       from pg_namespace n
       join pg_roles r on r.oid = n.nspowner and r.rolname = 'svc_' || n.nspname`,
  );
  const readable = await admin.query(
    `select r.rolname as role, c.oid::regclass::text as "table"
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = any($1)
      cross join unnest($2::text[]) as r (rolname)
      where c.relkind in ('r', 'v', 'm', 'p') and r.rolname <> 'svc_' || n.nspname
        and (has_schema_privilege(r.rolname, n.oid, 'usage') or has_table_privilege(r.rolname, c.oid, 'select'))`,
    [rows.map(({ schema }) => schema), rows.map(({ role }) => role)],
  );

  expect(rows.length).toBeGreaterThan(1);
  expect(readable.rows).toEqual([]);
});

test('it can be repeated, with a new password, and by several at once', async () => {
  const [service] = freshServices(1) as [Service];
  await Promise.all(Array.from({ length: 4 }, () => bootstrapDatabase(database.adminUrl, [service], KEEP)));
  const urls = await bootstrapDatabase(database.adminUrl, [{ ...service, password: 'another' }], REPLACE);

  await expect(connect(urls[service.name] ?? '')).resolves.toBeDefined();
  const old = new URL(urls[service.name] ?? '');
  old.password = encodeURIComponent(PASSWORD);
  await expect(connect(old.href)).rejects.toMatchObject({ code: '28P01' });
});

test('a role with another password and its database stay unchanged', async () => {
  const [service, unknown] = freshServices(2) as [Service, Service];
  const urls = await bootstrapDatabase(database.adminUrl, [service], KEEP);
  const stranger = { ...service, password: 'another' };

  const bootstrap = bootstrapDatabase(database.adminUrl, [stranger, unknown], KEEP);

  await expect(bootstrap).rejects.toMatchObject({
    name: 'ForeignDatabaseError',
    message: `The role svc_${service.name} has another password.`,
  });
  await expect(connect(urls[service.name] ?? '')).resolves.toBeDefined();
  const roles = await admin.query(`select 1 from pg_roles where rolname = $1`, [`svc_${unknown.name}`]);
  expect(roles.rows).toEqual([]);
});

test('a database belongs to the installation that claims it first, until another takes it over', async () => {
  const other = await createTestDatabase();
  const [service] = freshServices(1) as [Service];
  const first = { ...KEEP, installationId: 'first' };
  const second = { ...KEEP, installationId: 'second' };
  const foreign = new ForeignDatabaseError('The database belongs to another installation.');
  const urls = await bootstrapDatabase(other.adminUrl, [service], first);
  const mine = await connect(urls[service.name] ?? '');

  await expect(checkInstallation(mine, 'first')).resolves.toBeUndefined();
  await expect(checkInstallation(mine, 'second')).rejects.toThrow(foreign);
  await expect(mine.query(`update installation.claims set id = 'second'`)).rejects.toMatchObject({ code: '42501' });
  await expect(bootstrapDatabase(other.adminUrl, [service], second)).rejects.toThrow(foreign);
  await expect(checkOwner(other.adminUrl, [service], 'second')).rejects.toThrow(foreign);
  await bootstrapDatabase(other.adminUrl, [service], first);

  let seen: unknown;
  const beforeTakeOver = async (urls: Readonly<Record<string, string>>) => {
    const theirs = await connect(urls[service.name] ?? '');
    seen = await checkInstallation(theirs, 'first');
  };
  const taken = { ...service, password: 'another' };
  await bootstrapDatabase(other.adminUrl, [taken], { ...REPLACE, installationId: 'second', beforeTakeOver });

  expect(seen).toBeUndefined();
  await expect(mine.query(`select 1`)).rejects.toThrow(/connection error/);
  await expect(checkOwner(other.adminUrl, [taken], 'second')).resolves.toBeUndefined();
  await expect(checkOwner(other.adminUrl, [taken], 'first')).rejects.toThrow(foreign);
  await other.drop();
});

test('several databases of a server can be prepared at once for the same services', async () => {
  const fresh = freshServices(2);
  const others = await Promise.all([createTestDatabase(), createTestDatabase()]);

  const done = others.map((other) => bootstrapDatabase(other.adminUrl, fresh, KEEP));

  await expect(Promise.all(done)).resolves.toHaveLength(2);
  await Promise.all(others.map((other) => other.drop()));
});

test('an administrator without superuser rights creates a database and its services', async () => {
  const [manager, service] = freshServices(2) as [{ name: string }, { name: string; password: string }];
  const name = `${manager.name}_test`;
  await admin.query(`create role svc_${manager.name} login createrole createdb password 'manager'`);
  const url = new URL(database.adminUrl);
  url.username = `svc_${manager.name}`;
  url.password = 'manager';
  url.pathname = `/${name}`;

  const urls = await bootstrapDatabase(url.href, [service], KEEP);
  await bootstrapDatabase(url.href, [service], KEEP);

  const mine = await connect(urls[service.name] ?? '');
  await mine.query(`create table notes (text text)`);
  expect((await mine.query(`select search_text('Ü') as text`)).rows).toEqual([{ text: 'u' }]);
  await mine.end();
  clients.splice(clients.indexOf(mine), 1);
  await admin.query(`drop database ${name} with (force)`);
  // Drop the role before the one that granted it.
  await dropRoles([service.name]);
});

test("a service's URL uses the administrator's TLS mode, in the driver's terms", () => {
  const urlOf = (query: string) => serviceUrl(`postgres://admin@db/app${query}`, { name: 'deal', password: 'p' });

  expect(urlOf('?sslmode=require')).toBe('postgres://svc_deal:p@db/app?sslmode=verify-full');
  expect(urlOf('?sslmode=disable')).toBe('postgres://svc_deal:p@db/app?sslmode=disable');
  expect(urlOf('')).toBe('postgres://svc_deal:p@db/app');
});

test('a name that needs quoting is refused before any change', async () => {
  const bootstrap = bootstrapDatabase('postgres://nobody@127.0.0.1:1/x', [{ name: 'Deal', password: 'x' }], KEEP);

  await expect(bootstrap).rejects.toThrow('cannot be the name');
});
