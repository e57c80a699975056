import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { Client } from 'pg';
import { migrationsOf } from '../migrations-folder.js';
import { DATABASE_SERVICE_NAMES, PROCESSES, recordOf } from '../processes.js';
import { emptySchemas, loadDatabase } from './load-database.js';
import type { Manifest } from './manifest.js';

let database: TestDatabase;
let admin: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
});

beforeEach(async () => {
  await emptySchemas(urls());
  for (const name of DATABASE_SERVICE_NAMES)
    await admin.query(`create schema ${PROCESSES[name].schema} authorization svc_${name}`);
});

afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

function urls() {
  return recordOf(DATABASE_SERVICE_NAMES, (name) => database.url(name));
}

/** A backup of deal without rows. */
function backupOf(...migrations: readonly string[]): Manifest {
  const earlier = readdirSync(migrationsOf('deal')).filter((name) => name < '0020');
  const deal = { migrations: [...earlier, ...migrations], tables: [], partitions: [] };
  return { format: 1, madeAt: '2026-01-01T00:00:00Z', schemas: { deal }, images: {} };
}

test('a backup whose migrations have since been replaced is loaded and upgraded to this version', async () => {
  await loadDatabase(tmpdir(), backupOf('0020_videos_of_owner.sql', '0021_payments_of_owner.sql'), urls());

  const { rows } = await admin.query(
    `select max(name) as newest from deal.schema_migrations where name not like 'chassis/%'`,
  );
  expect(rows).toEqual([
    {
      newest: readdirSync(migrationsOf('deal')).sort().at(-1),
    },
  ]);
});

test('a backup of a newer version is refused before anything is created', async () => {
  await expect(loadDatabase(tmpdir(), backupOf('0999_new.sql'), urls())).rejects.toThrow(
    'The backup was made by a newer version of Dealbridge, with 0999_new.sql of deal: restore it with that version.',
  );
  expect((await admin.query(`select 1 from pg_tables where schemaname = 'deal'`)).rowCount).toBe(0);
});
