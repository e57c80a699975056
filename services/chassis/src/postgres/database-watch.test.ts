import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { createTcpProxy, type TcpProxy } from '../testing/tcp-proxy.js';
import { type DatabaseState, watchDatabase } from './database-watch.js';
import { ForeignDatabaseError } from './migrations/installation.js';
import { createPool, type Pool } from './pool.js';

/** Short ticks, with which a silent database is detected after a second. */
const TICK_MS = 25;
const UNAVAILABLE = { kind: 'unavailable', retryAfterSeconds: 1 };

let database: ServiceDatabase;
let proxy: TcpProxy;
let pool: Pool;
let watch: { stop(): Promise<void> } | undefined;
let states: DatabaseState[];

beforeAll(async () => {
  database = await createServiceDatabase();
});

afterEach(async () => {
  await watch?.stop();
  await pool.end();
  await proxy.close();
});

afterAll(async () => {
  await database?.drop();
});

async function start(check: () => Promise<void> = async () => undefined): Promise<void> {
  states = [];
  proxy = await createTcpProxy(database.url);
  const connectionString = proxy.through(database.url);
  pool = createPool({ connectionString, max: 1, applicationName: 'tests', log: silentLog });
  watch = watchDatabase({
    connectionString,
    applicationName: 'tests',
    check: async (db) => {
      await db.query(`select 1`);
      await check();
    },
    pools: [pool],
    onState: (state) => states.push(state),
    tickMs: TICK_MS,
    log: silentLog,
  });
}

test('a database that hangs is detected, and its callers get `unavailable` until it answers again', async () => {
  await start();
  await eventually(() => expect(states).toEqual(['ready']));
  await pool.query(`select 1`);
  const waiting = pool.query(`select pg_sleep(20)`).catch((error: unknown) => error);
  proxy.silence();

  expect(await waiting).toMatchObject(UNAVAILABLE);
  expect(states).toEqual(['ready', 'silent']);
  await expect(pool.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
  proxy.restore();
  await eventually(async () => expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]));
});

test('a process that was itself paused does not take the database for silent', async () => {
  let looks = 0;
  await start(async () => {
    looks += 1;
    const until = performance.now() + (looks === 1 ? 1_100 : 0);
    while (performance.now() < until);
    await pool.query(`select 1`);
  });

  await eventually(() => expect(looks).toBe(2));
  expect(states).toEqual(['ready']);
});

test('a pool whose connections are all in use does not mean that the database is down', async () => {
  await start();
  const held = await pool.connect();
  await expect(pool.query(`select 1`)).rejects.toMatchObject({ ...UNAVAILABLE, isOverload: true });

  expect(states).toEqual(['ready']);
  held.release();
});

test('a database that is not ready makes the process not ready, while statements continue', async () => {
  let isMigrated = false;
  await start(async () => {
    if (!isMigrated) throw new Error('no tables');
  });
  await eventually(() => expect(states).toEqual(['not ready']));
  expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);

  isMigrated = true;
  await eventually(() => expect(states).toEqual(['not ready', 'ready']));
});

test('no statement runs on a database of another installation until this one owns it', async () => {
  let isForeign = true;
  await start(async () => {
    if (isForeign) throw new ForeignDatabaseError('The database belongs to another installation.');
  });
  await eventually(() => expect(states).toEqual(['not ready']));

  await expect(pool.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
  isForeign = false;
  await eventually(async () => expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]));
});
