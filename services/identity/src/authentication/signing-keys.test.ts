import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { createSigningKeys } from './signing-keys.js';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url('identity'), max: 2, applicationName: 'tests', log: silentLog });
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('keys sealed with another secret fail the health check, and calls with UNAVAILABLE, before anything is signed', async () => {
  const own = createSigningKeys(pool, { secrets: [Buffer.alloc(32, 1)], rotationDays: 30 });
  const others = createSigningKeys(pool, { secrets: [Buffer.alloc(32, 2)], rotationDays: 30 });
  const closed = {
    kind: 'unavailable',
    message:
      'SIGNING_KEY_SECRET does not open the signing keys in the database. Restore the secret that encrypted them.',
  };
  await expect(others.check(pool)).resolves.toBeUndefined();
  await own.current();

  await expect(others.check(pool)).rejects.toMatchObject(closed);
  await expect(others.current()).rejects.toMatchObject(closed);
  await expect(own.check(pool)).resolves.toBeUndefined();
});

test('a secret is replaced without a new key: both open it, the first reseals it, then the old one can be removed', async () => {
  const [old, next] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  await pool.query('delete from identity.signing_keys');
  const open = (...secrets: Buffer[]) => createSigningKeys(pool, { secrets, rotationDays: 30 });
  const { kid } = await open(old).current();

  await expect(open(old, next).current()).resolves.toMatchObject({ kid });
  await expect(open(next).current()).rejects.toMatchObject({ kind: 'unavailable' });
  await Promise.all([open(next, old).current(), open(next, old).current()]);
  await expect(open(next).current()).resolves.toMatchObject({ kid });
  await expect(open(old, next).current()).resolves.toMatchObject({ kid });
});
