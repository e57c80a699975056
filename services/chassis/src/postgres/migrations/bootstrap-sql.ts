/** SQL that prepares a database for services: run by `bootstrapDatabase`, or printed where the administrator's account cannot be shared. */
import { escapeIdentifier, escapeLiteral } from 'pg';

/**
 * Settings of every session of a service. Services cancel slow statements themselves; these limits catch the ones they lost track of. They are set on
 * the role because a pooler in transaction mode ignores its clients' settings.
 */
const ROLE_SETTINGS = { statement_timeout: '20s', idle_in_transaction_session_timeout: '30s' };

export interface ServiceLogin<Name extends string = string> {
  /** Lower-case name of the service; its role is `svc_<name>`. */
  readonly name: Name;
  /** Its schema; named like the service when unset. */
  readonly schema?: string | undefined;
  readonly password: string;
}

export function roleOf(name: string): string {
  return `svc_${name}`;
}

/** `unaccent` itself is only stable, because its dictionary could change. Indexes need immutable functions, and our dictionary does not change. */
export const EXTENSIONS = [
  `create schema if not exists extensions`,
  `grant usage on schema extensions to public`,
  `create extension if not exists unaccent with schema extensions`,
  `create extension if not exists pg_trgm with schema extensions`,
  `create or replace function extensions.search_text(value text) returns text
     language sql immutable strict parallel safe
     return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))`,
];

/** Revokes the privileges that PostgreSQL grants to every role of the server by default. */
export function closedToPublic(database: string): string[] {
  return [
    `revoke all on database ${escapeIdentifier(database)} from public`,
    `revoke all on schema public from public`,
  ];
}

/** SQL for the role of a service: `verb` creates it or resets its password; unset does neither. */
export function roleOfService(login: ServiceLogin, verb: 'create' | 'alter' | undefined): string[] {
  const role = roleOf(login.name);
  const password = verb && [`${verb} role ${role} login password ${escapeLiteral(login.password)}`];
  const settings = Object.entries(ROLE_SETTINGS).map(
    ([setting, value]) => `alter role ${role} set ${setting} to ${escapeLiteral(value)}`,
  );
  return [
    ...(password ?? []),
    `alter role ${role} set search_path to ${schemaOf(login)}, extensions`,
    ...settings,
    // Only a member of the role may create a schema owned by it; a superuser need not be one.
    `grant ${role} to current_user`,
  ];
}

/** SQL for the schema of a service, which its role owns. */
export function schemaOfService(login: ServiceLogin, database: string): string[] {
  const role = roleOf(login.name);
  return [
    `grant connect on database ${escapeIdentifier(database)} to ${role}`,
    `create schema if not exists ${schemaOf(login)} authorization ${role}`,
  ];
}

/** SQL for the claim table, which these roles may read and only the administrator may write. */
export function placeOfClaim(services: readonly ServiceLogin[]): string[] {
  const roles = services.map(({ name }) => roleOf(name)).join(', ');
  return [
    `create schema if not exists installation`,
    `create table if not exists installation.claims (
       is_only    boolean     primary key default true check (is_only),
       id         text        not null,
       claimed_at timestamptz not null default now()
     )`,
    ...(roles === ''
      ? []
      : [`grant usage on schema installation to ${roles}`, `grant select on installation.claims to ${roles}`]),
  ];
}

/** SQL that sets the installation that owns the database. */
export function claimOf(installationId: string): string {
  return `insert into installation.claims (id) values (${escapeLiteral(installationId)})
         on conflict (is_only) do update set id = excluded.id, claimed_at = now()
      where claims.id <> excluded.id`;
}

/**
 * The whole bootstrap as one `psql` script, which an administrator runs in the named, existing database. It contains the passwords, and resets those
 * of existing roles.
 */
export function bootstrapScript(
  database: string,
  services: readonly ServiceLogin[],
  installationId: string | undefined,
): string {
  const statements = [
    ...EXTENSIONS,
    ...closedToPublic(database),
    ...services.flatMap((login) => [
      `do $$ begin create role ${roleOf(login.name)}; exception when duplicate_object then null; end $$`,
      ...roleOfService(login, 'alter'),
      ...schemaOfService(login, database),
    ]),
    ...placeOfClaim(services),
    ...(installationId === undefined ? [] : [claimOf(installationId)]),
  ];
  return statements.map((statement) => `${statement};\n`).join('');
}

function schemaOf({ name, schema = name }: ServiceLogin): string {
  return escapeIdentifier(schema);
}
