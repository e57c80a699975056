/** Databases can be prepared with only the image, over an administrator's connection or by printed SQL. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { DATABASE_SERVICE_NAMES, PROCESSES } from '@svc/topology/processes';
import { Client } from 'pg';
import { ROOT } from '../stack/paths.ts';

const run = promisify(execFile);

const environmentFor = (database: TestDatabase, installationId: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: database.adminUrl,
  INSTALLATION_ID: installationId,
  ...Object.fromEntries(
    DATABASE_SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, database.url(name)]),
  ),
});

test.each(['by itself', 'as SQL that is printed'])('a database is prepared for all services, %s', async (way) => {
  const database = await createTestDatabase();
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    const schemas = ['extensions', ...DATABASE_SERVICE_NAMES.map((name) => PROCESSES[name].schema)];
    await admin.query(`drop schema if exists ${schemas.join(', ')}, installation cascade`);
    const installationId = randomUUID();
    const env = environmentFor(database, installationId);
    const entry = [`${ROOT}/topology/dist/bootstrap.js`];

    if (way === 'by itself') await run(process.execPath, entry, { env });
    else {
      const { stdout } = await run(process.execPath, [...entry, '--print'], { env });
      // Retry, because roles belong to the server and other tests change the same ones.
      await eventually(async () => void (await admin.query(stdout)));
    }

    for (const name of DATABASE_SERVICE_NAMES) {
      const migrating = { env: { ...env, DATABASE_URL: database.url(name) } };
      const { stdout } = await run(process.execPath, [`${ROOT}/topology/dist/migrate.js`, name], migrating);
      expect(stdout).toContain('the schema is up to date');
    }
    const { rows } = await admin.query('select id from installation.claims');
    expect(rows).toEqual([{ id: installationId }]);
    const stranger = { ...env, INSTALLATION_ID: randomUUID() };
    await expect(run(process.execPath, entry, { env: stranger })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('belongs to another installation'),
    });
  } finally {
    await admin.end();
    await database.drop();
  }
});
