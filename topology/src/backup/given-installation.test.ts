import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { originalKey } from '@svc/objects/store/object-keys';
import { testS3Options } from '@svc/objects/testing/test-object-store';
import { Client } from 'pg';
import { DATABASE_SERVICE_NAMES, PROCESSES } from '../processes.js';
import { backUpGiven, restoreGiven } from './given-installation.js';
import { openStore } from './images.js';

let lost: TestDatabase;
let found: TestDatabase;
let folder: string;

const SECRETS = {
  INSTALLATION_ID: randomUUID(),
  SIGNING_KEY_SECRET: randomBytes(32).toString('base64url'),
  SVC_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
};
const IMAGE = randomBytes(1_000);
const KEY = originalKey(createHash('sha256').update(IMAGE).digest('hex'));

beforeAll(async () => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'given-'));
  [lost, found] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  // Leaves the database in the state after bootstrap.
  await query(found, async (admin) => {
    for (const name of DATABASE_SERVICE_NAMES) {
      const { schema } = PROCESSES[name];
      await admin.query(`drop schema ${schema} cascade; create schema ${schema} authorization svc_${name}`);
    }
  });
  await query(lost, async (admin) => {
    await admin.query(
      `insert into memory.memories (id, owner_id, content, kind, confidence, source_type, actor_kind, request_id)
       values ($1, $1, 'Ships on Fridays', 'fact', 1, 'chat', 'user', 'r')`,
      [randomUUID()],
    );
  });
});

afterAll(() => Promise.all([lost?.drop(), found?.drop()]));

async function query<Result>(database: TestDatabase, work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** The environment of the two commands as in compose.yaml, with separate stores. */
function environmentOf(database: TestDatabase, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { endpoint, accessKey, secretKey, bucket } = testS3Options();
  const urls = DATABASE_SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, database.url(name)]);
  const objects = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket };
  return { ...Object.fromEntries(urls), ...objects, ...SECRETS, MEMORY_DATABASE_URL: '', S3_REGION: '', ...more };
}

test('rows, images and secrets are restored to other stores, and never over existing data', async () => {
  const settings = join(folder, 'settings');
  writeFileSync(settings, 'APP_ORIGIN=https://deals.example.com\n', { mode: 0o600 });
  const before = environmentOf(lost, { SETTINGS_FILE: settings });
  const store = await openStore('shortener', before);
  await store.put(KEY, IMAGE);
  store.close();

  const backup = await backUpGiven(before, join(folder, 'backups'));
  const after = environmentOf(found);
  await restoreGiven(after, backup.folder);

  const { rows } = await query(found, (admin) => admin.query('select content from memory.memories'));
  expect(rows).toEqual([{ content: 'Ships on Fridays' }]);
  const filled = await openStore('shortener', after);
  const image = await filled.read(KEY);
  expect(image && (await buffer(image))).toEqual(IMAGE);
  filled.close();
  expect(readFileSync(join(backup.folder, '.env'), 'utf8')).toBe(readFileSync(settings, 'utf8'));
  expect(JSON.parse(readFileSync(join(backup.folder, 'secrets.json'), 'utf8'))).toMatchObject({
    encryptionKey: SECRETS.SVC_ENCRYPTION_KEY,
  });
  for (const name of ['.env', 'secrets.json', 'manifest.json'])
    expect(statSync(join(backup.folder, name)).mode & 0o77).toBe(0);
  await expect(restoreGiven(after, backup.folder)).rejects.toThrow('already has rows of an installation');
});

test('a backup of another installation is refused before any change, with advice', async () => {
  const { folder: backup } = await backUpGiven(environmentOf(lost), join(folder, 'others'));

  for (const other of [{ INSTALLATION_ID: randomUUID() }, { SIGNING_KEY_SECRET: 'another' }])
    await expect(restoreGiven(environmentOf(found, other), backup)).rejects.toThrow(/use its \.env instead of yours/);
});

test('a setting that is missing is named', async () => {
  await expect(backUpGiven(environmentOf(lost, { DEAL_DATABASE_URL: '' }), folder)).rejects.toThrow(
    'Set DEAL_DATABASE_URL.',
  );
});
