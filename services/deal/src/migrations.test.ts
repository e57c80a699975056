import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { migrate } from '@svc/chassis/postgres/migrations/migrations';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const FIRST_OF_PIECES = '0022_video_search_titles.sql';
const MENDED_BY = '0032_mend_deal_progress.sql';
const PACED_BY = '0037_deal_pace.sql';
/** Migrations whose files were removed; databases may have applied them. */
const REPLACED = {
  '0020_videos_of_owner.sql': `
create index deal_videos_of_owner on deal_videos (owner_id, created_at desc, id desc);
alter table deal_videos add column search_title text generated always as (extensions.search_text(title)) stored;
create index deal_videos_search_title on deal_videos using gin (search_title extensions.gin_trgm_ops);`,
  '0021_payments_of_owner.sql': `
create index deal_payments_newest_of_owner on deal_payments (owner_id, created_at desc, id desc);`,
};
const READ_EVERY_MS = 20;
const VIDEO = '00000000-0000-0000-0000-000000000001';

let database: TestDatabase;
let admin: Pool;
let pool: Pool;
let before: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { max: 4, applicationName: 'tests', log: silentLog };
  admin = createPool({ ...options, connectionString: database.adminUrl });
  pool = createPool({ ...options, connectionString: database.url('deal') });
  const names = await readdir(MIGRATIONS);
  before = await mkdtemp(join(tmpdir(), 'deal-migrations-'));
  for (const name of names.filter((each) => each < FIRST_OF_PIECES))
    await copyFile(join(MIGRATIONS, name), join(before, name));
});

beforeEach(startFresh);

afterEach(async () => {
  for (const name of Object.keys(REPLACED)) await rm(join(before, name), { force: true });
});

afterAll(async () => {
  await pool?.end();
  await admin?.end();
  await database?.drop();
  if (before) await rm(before, { recursive: true });
});

/** Creates a database with only the migrations before the first of the tested ones. */
async function startFresh(): Promise<void> {
  await admin.query(`drop schema deal cascade`);
  await admin.query(`create schema deal authorization svc_deal`);
  await run(before);
}

function run(directory: string, only?: readonly string[]): Promise<string[]> {
  const ofAll = ['chassis/0001_outbox.sql', 'chassis/0002_idempotency.sql', 'chassis/0003_idempotency_answers.sql'];
  return migrate({
    connectionString: database.url('deal'),
    schema: 'deal',
    directories: [directory],
    log: silentLog,
    only: only && [...ofAll, ...only],
  });
}

async function applyReplaced(): Promise<void> {
  for (const [name, sql] of Object.entries(REPLACED)) await writeFile(join(before, name), sql);
  await run(before);
}

/** Videos per statement. */
const VIDEOS_A_STATEMENT = 25_000;

async function insertVideos(count: number): Promise<void> {
  await pool.query(
    `insert into deal.deals (id, owner_id, name, status, currency, view_check_days)
     values ($1, $1, 'Spring launch', 'active', 'USD', '{1}')`,
    [VIDEO],
  );
  // In batches, because statements have a timeout.
  for (let first = 1; first <= count; first += VIDEOS_A_STATEMENT) {
    await insertVideosFrom(first, Math.min(first + VIDEOS_A_STATEMENT - 1, count));
  }
}

async function insertVideosFrom(first: number, last: number): Promise<void> {
  await pool.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, title)
     select lpad(to_hex(n), 32, '0')::uuid, $1, $1, 'https://example.org', 'https://example.org', 'web:' || n, 'other', '2026-01-01',
            case when n % 10 = 0 then null else 'Vídeo ' || n end
       from generate_series($2::int, $3::int) as n`,
    [VIDEO, first, last],
  );
}

async function readVideo(): Promise<void> {
  await pool.query(`select title from deal.deal_videos where id = $1`, [VIDEO]);
}

/** Describes the schema as a dump would. */
async function describeSchema(): Promise<Record<string, unknown[]>> {
  const inDeal = `in (select oid from pg_class where relnamespace = 'deal'::regnamespace)`;
  const parts = {
    columns: `select attrelid::regclass::text as on, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
                     pg_get_expr(adbin, adrelid) as filled
                from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
               where attnum > 0 and attrelid ${inDeal}`,
    indexes: `select pg_get_indexdef(indexrelid), indisvalid from pg_index where indrelid ${inDeal}`,
    constraints: `select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
                   where conrelid ${inDeal}`,
    triggers: `select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid ${inDeal}`,
    functions: `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'deal'::regnamespace`,
  };
  const described: Record<string, unknown[]> = {};
  for (const [what, sql] of Object.entries(parts)) {
    const { rows } = await pool.query<object>(sql);
    described[what] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return described;
}

async function countUnsearchable(): Promise<unknown> {
  const { rows } = await pool.query(
    `select count(*) filter (where search_title is distinct from extensions.search_text(title))::int as wrong,
            count(search_title)::int as filled from deal.deal_videos`,
  );
  return rows[0];
}

/**
 * Reads one row every 20 ms. `stop` returns the milliseconds of the slowest read, minus those of a statement without a table at the same time;
 * Infinity when a read failed.
 */
function startReading(): { stop(): Promise<number> } {
  const reads: Promise<number>[] = [];
  const timer = setInterval(() => {
    const from = performance.now();
    const end = (): number => performance.now() - from;
    const comparing = pool.query('select 1').then(end);
    const reading = readVideo().then(end, () => Infinity);
    reads.push(Promise.all([reading, comparing]).then(([readMs, otherMs]) => readMs - otherMs));
  }, READ_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      return Math.max(...(await Promise.all(reads)));
    },
  };
}

test('databases with and without the replaced migrations end with the same schema', async () => {
  await insertVideos(10);
  await run(MIGRATIONS);
  const fresh = await describeSchema();
  expect(await countUnsearchable()).toEqual({ wrong: 0, filled: 9 });

  await startFresh();
  await applyReplaced();
  await insertVideos(10);
  await run(MIGRATIONS);

  expect(await describeSchema()).toEqual(fresh);
  await pool.query(`update deal.deal_videos set title = 'Été' where id = $1`, [VIDEO]);
  expect(await countUnsearchable()).toEqual({ wrong: 0, filled: 9 });
});

test('100 000 videos are migrated while others are read every 20 ms, and no read takes a second longer', async () => {
  await insertVideos(100_000);
  const reads = startReading();

  await run(MIGRATIONS);

  expect(await reads.stop()).toBeLessThan(1_000);
  expect(await countUnsearchable()).toEqual({ wrong: 0, filled: 90_000 });
});

test('a video locked by another transaction blocks nothing, and is filled once unlocked', async () => {
  await insertVideos(2_500);
  await run(MIGRATIONS, [FIRST_OF_PIECES]);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(`select from deal.deal_videos where id = $1 for update`, [VIDEO]);

  const running = run(MIGRATIONS);
  await eventually(async () => expect(await countUnsearchable()).toEqual({ wrong: 1, filled: 2_249 }));
  await readVideo();
  await pool.query(
    `insert into deal.deal_videos
    (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, title)
    values (gen_random_uuid(), $1, $1, 'https://example.org', 'https://example.org', 'web:new', 'other', '2026-01-01', 'New')`,
    [VIDEO],
  );
  await writer.query('commit');
  writer.release();
  await running;

  expect(await countUnsearchable()).toEqual({ wrong: 0, filled: 2_251 });
});

test('an index whose build was interrupted is rebuilt', async () => {
  await insertVideos(10);
  await run(MIGRATIONS, [FIRST_OF_PIECES]);
  await pool.query(`create index deal_videos_of_owner on deal.deal_videos (owner_id)`);
  await admin.query(`update pg_index set indisvalid = false where indexrelid = 'deal.deal_videos_of_owner'::regclass`);

  await run(MIGRATIONS);

  expect((await describeSchema()).indexes).toContainEqual(
    expect.stringMatching(/deal_videos_of_owner ON .*\(owner_id, created_at DESC, id DESC\).*"indisvalid":true/),
  );
  expect((await describeSchema()).indexes?.join()).not.toMatch(/unfinished|"indisvalid":false/);
});

test('deals with counts from before are given their pace', async () => {
  await insertVideos(1);
  const names = await readdir(MIGRATIONS);
  await run(
    MIGRATIONS,
    names.filter((name) => name < PACED_BY),
  );
  await pool.query(`update deal.deal_videos set latest_value = 5, latest_checked_at = '2026-01-08T12:00:00Z'`);
  await pool.query(`update deal.deals set total_views = 5, views_target = 100, view_check_days = '{30}'`);

  await run(MIGRATIONS);

  const { rows } = await pool.query(
    `select pace, first_post_date::text as first, counted_on::text as counted from deal.deal_progress`,
  );
  expect(rows).toEqual([{ pace: 'behind', first: '2026-01-01', counted: '2026-01-08' }]);
});

test('a check that changed before its trigger existed is copied to its deal, and a concurrent change of the deal is kept', async () => {
  await insertVideos(1);
  const names = await readdir(MIGRATIONS);
  await run(
    MIGRATIONS,
    names.filter((name) => name < MENDED_BY),
  );
  await pool.query(`update deal.deal_videos set next_check_day = 3 where id = $1`, [VIDEO]);
  await pool.query(`update deal.deal_progress set next_due_date = null where deal_id = $1`, [VIDEO]);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(`update deal.deals set total_views = 7 where id = $1`, [VIDEO]);

  const running = run(MIGRATIONS);
  await writer.query('commit');
  writer.release();
  await running;

  const { rows } = await pool.query(
    `select next_due_date::text as due, total_views::int as views from deal.deal_progress where deal_id = $1`,
    [VIDEO],
  );
  expect(rows).toEqual([{ due: '2026-01-04', views: 7 }]);
});
