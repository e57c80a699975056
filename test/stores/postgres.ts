import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrapAll } from '@svc/scripts/stack/databases';
import { startEmbeddedPostgres } from '@svc/scripts/stack/embedded-postgres';
import { DATABASE_SERVICE_NAMES, recordOf } from '@svc/topology/processes';
import { migrateService } from '@svc/topology/service-migrations';
import { Client } from 'pg';
import { databaseFolder, stores } from './running.ts';

const TEMPLATE = 'dealbridge_template_test';

/** Server settings. Test data need not survive a crash, so nothing waits for the disk. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_init_zero=off',
  // Enough for two lanes, each with a whole product that runs every process twice.
  'max_connections=600',
  // The data folder may be in memory.
  'max_wal_size=256MB',
];

/** Uses the server at TEST_DATABASE_URL (an administrator's URL), else starts one. */
export async function startTestPostgres(): Promise<{ adminUrl: string; description: string }> {
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return { adminUrl: configured, description: 'the server at TEST_DATABASE_URL' };
  const folder = databaseFolder();
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const server = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: 'for-tests-only',
    logFile: join(folder, 'postgres.log'),
    settings: SETTINGS,
    say: (line) => process.stderr.write(`${line}\n`),
    detached: false,
  });
  stores.push({ stop: () => server.stop(5_000) });
  return { adminUrl: server.adminUrl, description: `real, version ${server.version}, started for this run` };
}

/** Creates the database that each test file copies: roles, schemas, all migrations. Returns its name. */
export async function createTemplate(adminUrl: string, password: string): Promise<string> {
  // A pool would time out on a freshly started server, which can take two seconds to answer on a busy machine.
  const client = new Client({ connectionString: adminUrl, application_name: 'tests' });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  const passwords = recordOf(DATABASE_SERVICE_NAMES, () => password);
  // The template stays unclaimed: each copy belongs to the stack that runs on it.
  const urls = await bootstrapAll({ adminUrl: url.href }, passwords, { passwords: 'replace' });
  for (const name of DATABASE_SERVICE_NAMES) await migrateService(name, urls[name]);
  return TEMPLATE;
}
