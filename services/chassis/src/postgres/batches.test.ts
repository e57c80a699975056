import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { type BatchStep, workInBatches } from './batches.js';
import { createPool, type Pool } from './pool.js';
import { inTransaction } from './transaction.js';

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'tests', log: silentLog });
  await pool.query('create table things (id integer primary key, kind text not null)');
});

beforeEach(async () => {
  await pool.query('truncate things');
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const insert = (kind: string, count: number) =>
  pool.query(
    `insert into things select n + (select count(*) from things), $1 from generate_series(1, $2::integer) as n`,
    [kind, count],
  );

const deleteKind =
  (kind: string): BatchStep =>
  async (tx, limit) =>
    (
      await tx.query(`delete from things where id in (select id from things where kind = $1 order by id limit $2)`, [
        kind,
        limit,
      ])
    ).rowCount;

const left = async (): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*) as count from things')).rows[0]?.count ?? 0;

test('all steps are processed, however many rows they have', async () => {
  await insert('a', 12_000);
  await insert('b', 1);
  await insert('c', 5_000);

  await workInBatches(pool, 'work', ['a', 'b', 'c', 'd'].map(deleteKind));

  expect(await left()).toBe(0);
});

test('a small amount of work is one transaction', async () => {
  await insert('a', 10);
  const failing: BatchStep = () => Promise.reject(new Error('It broke.'));

  await expect(workInBatches(pool, 'work', [deleteKind('a'), failing])).rejects.toThrow('It broke.');

  expect(await left()).toBe(10);
});

test('work that takes longer than a call continues in the next', async () => {
  await insert('a', 12_000);
  const steps = [deleteKind('a')];

  await expect(workInBatches(pool, 'work', steps, 0)).rejects.toMatchObject({ kind: 'conflict', code: 'UNDER_WAY' });
  expect(await left()).toBe(7_000);
  await workInBatches(pool, 'work', steps);

  expect(await left()).toBe(0);
});

test('a second attempt returns at once while the first is running, and other work continues', async () => {
  await insert('a', 1);
  await inTransaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' work', 0))`);

    await expect(workInBatches(pool, 'work', [deleteKind('a')])).rejects.toMatchObject({ code: 'UNDER_WAY' });
    await workInBatches(pool, 'other work', [deleteKind('b')]);
  });

  expect(await left()).toBe(1);
});
