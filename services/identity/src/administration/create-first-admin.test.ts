import { afterEach, expect, test } from '@jest/globals';
import { createPool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { findUserByEmail } from '../accounts/user-repo.js';
import { createFirstAdminWhenPossible } from './create-first-admin.js';

const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

test('while Postgres is down the process starts, and the administrator is created once it is back', async () => {
  const database = await createTestDatabase();
  cleanUp.push(() => database.drop());
  const proxy = await createTcpProxy(database.url('identity'));
  cleanUp.push(() => proxy.close());
  const connectionString = proxy.through(database.url('identity'));
  const pool = createPool({ connectionString, max: 2, applicationName: 'identity', log: silentLog });
  cleanUp.push(() => pool.end());
  proxy.cut();

  const stop = await createFirstAdminWhenPossible(pool, ADMIN);
  cleanUp.push(stop);
  proxy.restore();

  await eventually(async () => expect(await findUserByEmail(pool, ADMIN.email)).toMatchObject({ role: 'admin' }));
});
