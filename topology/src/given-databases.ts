/** Databases with a connection string per service, as in a cluster. */
import { bootstrapDatabase } from '@svc/chassis/postgres/migrations/bootstrap';
import { bootstrapScript, type ServiceLogin } from '@svc/chassis/postgres/migrations/bootstrap-sql';
import { ConfigError } from '@svc/chassis/process/config';
import { DATABASE_SERVICE_NAMES, type DatabaseServiceName, PROCESSES } from './processes.js';

/** Connection strings of the services' own roles, by service. */
export type GivenUrls = Partial<Readonly<Record<DatabaseServiceName, string>>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** `<SERVICE>_DATABASE_URL` of each service that has one: IDENTITY_DATABASE_URL and so on. */
export function readGivenUrls(environment: Environment): GivenUrls {
  const entries = DATABASE_SERVICE_NAMES.map((name) => [name, environment[`${name.toUpperCase()}_DATABASE_URL`]]);
  return Object.fromEntries(entries.filter(([, url]) => Boolean(url))) as GivenUrls;
}

/** A database with the services that get a role and a schema there. */
interface Preparation {
  readonly adminUrl: string;
  readonly services: readonly ServiceLogin[];
}

/**
 * Prepares the databases for the roles in the connection strings, and sets their passwords. DATABASE_URL is an administrator's; with
 * MEMORY_DATABASE_URL, also an administrator's, copilot's role and schema are there instead. With INSTALLATION_ID it claims the databases.
 */
export async function bootstrapGiven(urls: GivenUrls, environment: Environment): Promise<void> {
  const installationId = environment['INSTALLATION_ID'] || undefined;
  for (const { adminUrl, services } of preparations(urls, environment)) {
    await bootstrapDatabase(adminUrl, services, { installationId, passwords: 'replace' });
  }
}

/** The same as SQL scripts, one per database name. */
export function printBootstrap(urls: GivenUrls, environment: Environment): string {
  const installationId = environment['INSTALLATION_ID'] || undefined;
  return preparations(urls, environment)
    .map(({ adminUrl, services }) => {
      const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
      return `-- In the database ${database}, as an administrator:\n${bootstrapScript(database, services, installationId)}`;
    })
    .join('\n');
}

function preparations(urls: GivenUrls, environment: Environment): Preparation[] {
  const adminUrl = environment['DATABASE_URL'];
  if (!adminUrl) throw new ConfigError('DATABASE_URL must be the connection string of an administrator.');
  const memoryAdminUrl = environment['MEMORY_DATABASE_URL'];
  const logins = Object.entries(urls).map(([name, url]) => ({
    name,
    schema: PROCESSES[name as DatabaseServiceName].schema,
    password: decodeURIComponent(new URL(url).password),
  }));
  if (logins.length === 0)
    throw new ConfigError('Set <SERVICE>_DATABASE_URL, such as IDENTITY_DATABASE_URL, for each service.');
  if (!memoryAdminUrl) return [{ adminUrl, services: logins }];
  return [
    { adminUrl, services: logins.filter(({ name }) => name !== 'copilot') },
    { adminUrl: memoryAdminUrl, services: logins.filter(({ name }) => name === 'copilot') },
  ];
}
