import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../../testing/service-database.js';
import { createPool, type Pool } from '../pool.js';
import { inTransaction } from '../transaction.js';
import { createPartition, listPartitions, type PartitionedTable } from './range-partitions.js';

const EVENTS: PartitionedTable = { table: 'events', column: 'at' };
const DAY = { name: '2026_01_31', from: new Date('2026-01-31'), to: new Date('2026-02-01') };

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
  await pool.query(`create table events (at timestamptz not null) partition by range (at)`);
  await pool.query(`create table events_default partition of events default`);
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('a row written while its partition is created waits, and goes into the partition', async () => {
  await pool.query(`insert into events (at) values ($1)`, ['2026-01-31T08:00:00Z']);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isMade, resolve: made } = Promise.withResolvers<void>();
  const making = inTransaction(pool, async (tx) => {
    await createPartition(tx, EVENTS, DAY);
    made();
    await mayEnd;
  });
  await isMade;
  const writing = pool.query(`insert into events (at) values ($1)`, ['2026-01-31T09:00:00Z']);
  await eventually(async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into events%'`,
    );
    expect(rows).toHaveLength(1);
  });

  end();
  await Promise.all([making, writing]);

  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_01_31']);
  const { rows } = await pool.query(`select tableoid::regclass::text as "table" from events order by at`);
  expect(rows).toEqual([{ table: 'events_2026_01_31' }, { table: 'events_2026_01_31' }]);
});
