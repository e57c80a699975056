/** Each service's schema can be migrated separately with only the image. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createPool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { DATABASE_SERVICE_NAMES, PROCESSES } from '@svc/topology/processes';
import { ROOT } from '../stack/paths.ts';

const ENTRY = `${ROOT}/topology/dist/migrate.js`;

test.each([
  ...DATABASE_SERVICE_NAMES.map((name) => [name, 'DATABASE_URL'] as const),
  ['copilot', 'MEMORY_DATABASE_URL'] as const,
])('%s, with its role of %s', async (name, setting) => {
  const { schema } = PROCESSES[name];
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.adminUrl, max: 1, applicationName: 'tests', log: silentLog });
  try {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.query(`create schema ${schema} authorization ${new URL(database.url(name)).username}`);

    const { stdout } = await promisify(execFile)(process.execPath, [ENTRY, name], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        [setting]: database.url(name),
      },
    });

    expect(stdout).toMatch(/"applied":\["chassis\/0001_outbox.sql",.*"0001_/);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('an unknown service is handled like an invalid setting, with a message that lists the known ones', async () => {
  const run = promisify(execFile)(process.execPath, [ENTRY, 'gateway'], { env: { PATH: process.env.PATH } });

  await expect(run).rejects.toMatchObject({
    code: 78,
    stdout: expect.stringMatching(/Name a service: identity, deal/),
  });
});
