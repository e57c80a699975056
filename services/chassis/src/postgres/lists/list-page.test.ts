import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../../testing/service-database.js';
import { createPool, type Pool } from '../pool.js';
import { countUpToMax, listPage, type Page } from './list-page.js';

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 1, applicationName: 'tests', log: silentLog });
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** A page of the numbers from 1 to `last`. */
async function listNumbers(last: number, page: Page): Promise<{ first: number | undefined; total: number }> {
  const listed = `generate_series(1, $1::integer) as numbers(n) where n > 0`;
  const text = `select n, ${countUpToMax(listed)} as total from ${listed} order by n limit $2 offset $3`;
  const { rows, total } = await listPage<{ n: number }>(page, ({ limit, offset }) =>
    pool.query(text, [last, limit, offset]),
  );
  return { first: rows[0]?.n, total };
}

test('a total is exact up to 10 000, also on a page beyond the end', async () => {
  expect(await listNumbers(120, { limit: 50, offset: 0 })).toEqual({ first: 1, total: 120 });
  expect(await listNumbers(120, { limit: 50, offset: 500 })).toEqual({ first: undefined, total: 120 });
  expect(await listNumbers(0, { limit: 50, offset: 50 })).toEqual({ first: undefined, total: 0 });
});

test('rows beyond the counted ones are listed, and the total is never less than what a page shows', async () => {
  expect(await listNumbers(20_000, { limit: 50, offset: 0 })).toEqual({ first: 1, total: 10_000 });
  expect(await listNumbers(20_000, { limit: 50, offset: 12_000 })).toEqual({ first: 12_001, total: 12_050 });
});

test("no statement of any service reads a list's total from its first row, because pages beyond the end have none", () => {
  const services = fileURLToPath(new URL('../../../../', import.meta.url));
  const repos = globSync('*/src/**/*-repo.ts', { cwd: services });

  const readers = repos.filter((repo) => /\[0\]\?\.total/.test(readFileSync(`${services}${repo}`, 'utf8')));

  expect(repos.length).toBeGreaterThan(30);
  expect(readers).toEqual([]);
});
