import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../../testing/service-database.js';
import { createPool, type Pool } from '../pool.js';
import { keepPartitions } from './calendar-partitions.js';
import { listPartitions, type PartitionedTable } from './range-partitions.js';

const EVENTS: PartitionedTable = { table: 'events', column: 'happened_at' };
const NOW = new Date('2026-03-15T12:00:00Z');
const FOR_EVER = new Date(0);

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
});

beforeEach(async () => {
  await pool.query('drop table if exists events');
  await pool.query(
    `create table events (happened_at timestamptz not null, filler text storage plain) partition by range (happened_at)`,
  );
  await pool.query('create table events_default partition of events default');
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const insert = (happenedAt: string, count = 1, length = 0) =>
  pool.query(`insert into events select $1, repeat('x', $3::integer) from generate_series(1, $2::integer)`, [
    happenedAt,
    count,
    length,
  ]);

/** Ten megabytes of March in the default partition. */
const fillDefault = () => insert('2026-03-01T00:00:00Z', 1_300, 7_900);

const keep = () => keepPartitions(pool, EVENTS, 'month', NOW, FOR_EVER);

/** Number of rows by partition. */
async function placed(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    'select tableoid::regclass::text as name, count(*) as count from events group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function constraints(): Promise<number> {
  return (await pool.query(`select from pg_constraint where conrelid = 'events_default'::regclass and contype = 'c'`))
    .rowCount;
}

test('rows of a month in a small default partition move to its partition', async () => {
  await insert('2026-03-01T00:00:00Z', 2);

  await keep();

  expect(await placed()).toEqual({ events_2026_03: 2 });
  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_03', '2026_04', '2026_05', '2026_06']);
});

test("rows in a large default partition stay there, and the coming months' partitions are created", async () => {
  await fillDefault();

  await Promise.all([keep(), keep()]);
  await insert('2026-03-31T23:59:59Z');
  await insert('2026-04-01T00:00:00Z');
  await insert('2026-07-01T00:00:00Z');

  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_04', '2026_05', '2026_06']);
  expect(await placed()).toEqual({ events_default: 1_302, events_2026_04: 1 });
  expect(await constraints()).toBe(0);
});

test('a coming month with rows in a large default partition gets no partition; the others do', async () => {
  await fillDefault();
  await insert('2026-05-01T00:00:00Z');

  await keep();
  await insert('2026-05-02T00:00:00Z');

  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_04', '2026_06']);
  expect(await placed()).toEqual({ events_default: 1_302 });
});

/** Creates the state after an attempt that failed twice: creating the partition, and undoing its first step. */
const leaveApril = () =>
  pool.query(
    `alter table events_default add constraint without_2026_04
       check (happened_at < '2026-04-01T00:00:00Z' or happened_at >= '2026-05-01T00:00:00Z') not valid`,
  );

test('the next attempt finishes a month that was created halfway', async () => {
  await fillDefault();
  await leaveApril();

  await keep();

  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_04', '2026_05', '2026_06']);
  expect(await constraints()).toBe(0);
});

test.each(['before it', 'in it'])('no row of such a month is refused when the next attempt is %s', async (when) => {
  await fillDefault();
  if (when === 'before it') await insert('2026-04-30T00:00:00Z');
  await leaveApril();

  await keepPartitions(pool, EVENTS, 'month', when === 'in it' ? new Date('2026-04-01T00:00:00Z') : NOW, FOR_EVER);
  await insert('2026-04-02T00:00:00Z');

  expect(await constraints()).toBe(0);
  expect(await placed()).toEqual({ events_default: when === 'in it' ? 1_301 : 1_302 });
});

test('the leftovers of such an attempt are removed once the month has its partition', async () => {
  await leaveApril();

  await keep();
  await keep();

  expect(await listPartitions(pool, EVENTS)).toEqual(['2026_03', '2026_04', '2026_05', '2026_06']);
  expect(await constraints()).toBe(0);
});

test('one run drops at most the two oldest partitions, so that a clock jump can be noticed in time', async () => {
  await keepPartitions(pool, EVENTS, 'month', new Date('2025-10-15T12:00:00Z'), FOR_EVER);
  const keepLast = () => keepPartitions(pool, EVENTS, 'month', NOW, NOW);

  await keepLast();
  const first = await listPartitions(pool, EVENTS);
  await keepLast();

  expect(first.slice(0, 3)).toEqual(['2025_12', '2026_01', '2026_03']);
  expect((await listPartitions(pool, EVENTS))[0]).toBe('2026_03');
});
