import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { waitForLockWaiters } from '../testing/lock-waiters.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { Connection } from './connection.js';
import { createPool } from './pool.js';

let database: ServiceDatabase;
let admin: Client;

beforeAll(async () => {
  database = await createServiceDatabase();
  admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

test('a read that deadlocks with a migration is repeated', async () => {
  const { service, url } = database;
  // The read checks for a deadlock once, after the migration has closed the cycle; the migration never checks.
  await admin.query(`alter role "svc_${service}" set deadlock_timeout to '3s'`);
  await admin.query(`set deadlock_timeout to '60s'; set search_path to "${service}"`);
  const pool = createPool({ connectionString: url, max: 1, applicationName: 'tests', log: silentLog });
  await pool.query(`create table deals (id integer)`);
  await pool.query(`create table videos (id integer)`);
  const queries = jest.spyOn(Connection.prototype, 'query');
  await admin.query('begin');
  await admin.query('lock table videos in access exclusive mode');

  const reading = pool.query(`select deals.id from deals, videos`);
  await waitForLockWaiters(admin);
  await admin.query('lock table deals in access exclusive mode');
  await admin.query('commit');

  expect((await reading).rows).toEqual([]);
  const outcomes = await Promise.allSettled(queries.mock.results.map(({ value }) => value));
  queries.mockRestore();
  expect(outcomes).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ code: '40P01' }) },
    expect.objectContaining({ status: 'fulfilled' }),
  ]);
  await pool.end();
});
