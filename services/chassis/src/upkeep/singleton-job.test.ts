import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool, type Pool } from '../postgres/pool.js';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { HOUR_MS } from '../time/durations.js';
import type { JobLeases } from './job-lease-repo.js';
import { startSingletonJob } from './singleton-job.js';

let database: ServiceDatabase;
let pool: Pool;
let leases: JobLeases;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 4, applicationName: 'tests', log: silentLog });
  leases = { pool, schema: database.service };
  await pool.query(
    `create table ${leases.schema}.upkeep_turns (name text primary key, held_until timestamptz not null)`,
  );
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('of several processes one does the work, and another takes over when it fails', async () => {
  const runs: string[] = [];
  const start = (process: string, fails: boolean) =>
    startSingletonJob(
      'work',
      async () => {
        runs.push(process);
        if (fails) throw new Error('The work fails.');
      },
      HOUR_MS,
      leases,
    );

  const failing = start('first', true);
  await eventually(() => expect(runs).toEqual(['first']));
  await failing.stop();
  const working = start('second', false);
  await eventually(() => expect(runs).toEqual(['first', 'second']));
  await working.stop();
  const passing = start('third', false);
  await passing.stop();

  expect(runs).toEqual(['first', 'second']);
});

test('work of another name runs separately', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>();

  const other = startSingletonJob('other work', async () => resolve(), HOUR_MS, leases);

  await done;
  await other.stop();
});

test('running work is aborted when its process stops, and another process starts it at once', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const endless = async (signal: AbortSignal): Promise<void> => {
    begin();
    while (!signal.aborted) await pool.query('select 1');
    throw signal.reason;
  };
  const first = startSingletonJob('long work', endless, HOUR_MS, leases);
  await begun;

  await first.stop();
  const second = startSingletonJob('long work', async () => finish(), HOUR_MS, leases);
  await done;
  await second.stop();
});
