import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { sqlStateOf } from '../postgres/database-errors.js';
import { serviceUrl } from '../postgres/migrations/bootstrap.js';

const TEST_NAME = /_test$/;
const OBJECT_IN_USE = '55006';
const ATTEMPTS_MAX = 50;
/** Replaces the 20 s of a service role, which seeding exceeds on a busy machine. */
const SESSION_OPTIONS = '-cstatement_timeout=60s';

/** A database of one test file, with the schemas of all services. */
export interface TestDatabase {
  /** Connection string of a service's own role. */
  url(service: string): string;
  readonly adminUrl: string;
  /** Closes all connections, and drops the database. */
  drop(): Promise<void>;
}

/**
 * Copies the migrated template `TEST_TEMPLATE_DATABASE` on the server of `TEST_POSTGRES_ADMIN_URL`; roles have the password `TEST_SERVICE_PASSWORD`.
 * Refuses any database whose name does not end in `_test`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = environment('TEST_POSTGRES_ADMIN_URL');
  const password = environment('TEST_SERVICE_PASSWORD');
  const template = testIdentifier(environment('TEST_TEMPLATE_DATABASE'));
  const name = `t_${randomBytes(8).toString('hex')}_test`;
  await onServer(server, (client) => copyDatabase(client, template, testIdentifier(name)));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    adminUrl: url.href,
    url(service) {
      const ofService = new URL(serviceUrl(url.href, { name: service, password }));
      ofService.searchParams.set('options', SESSION_OPTIONS);
      return ofService.href;
    },
    drop: () =>
      onServer(server, async (client) => {
        await client.query(`drop database if exists ${testIdentifier(name)} with (force)`);
      }),
  };
}

/** Retries when the server refuses because of a connection to the template, such as an autovacuum worker's, which is soon gone. */
async function copyDatabase(client: Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copies files; the default strategy writes all pages to the WAL, for servers that must survive a crash.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || sqlStateOf(error) !== OBJECT_IN_USE) throw error;
      await pause(100);
    }
  }
}

async function onServer(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString, application_name: 'test' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function testIdentifier(name: string): string {
  if (!TEST_NAME.test(name)) throw new Error(`${name} is not the name of a test database: it does not end in _test.`);
  return escapeIdentifier(name);
}

function environment(key: string): string {
  const value = process.env[key];
  if (!value) throw new Error(`${key} is not set. Start the tests with npm test.`);
  return value;
}
