import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createLog } from '../../logging/log.js';
import { eventually } from '../../testing/eventually.js';
import { waitForLockWaiters } from '../../testing/lock-waiters.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../../testing/service-database.js';
import { createPool, type Pool } from '../pool.js';
import { listReplaced, readMigrations } from './migration-files.js';
import { migrate, type MigrateOptions, schemaVersionCheck } from './migrations.js';

let database: ServiceDatabase;
let pool: Pool;
let directory: string;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'tests', log: silentLog });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  await pool.query(`drop table if exists parts`);
  await pool.query(`delete from schema_migrations where name not like 'chassis/%'`);
  await rm(directory, { recursive: true });
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function write(files: Record<string, string>): Promise<unknown> {
  return Promise.all(Object.entries(files).map(([name, sql]) => writeFile(join(directory, name), sql)));
}

function run(options: Partial<MigrateOptions> = {}): Promise<string[]> {
  return migrate({
    connectionString: database.url,
    schema: database.service,
    directories: [directory],
    log: silentLog,
    ...options,
  });
}

const CREATE = 'create table parts (id integer primary key);';
const EXTEND = 'alter table parts add column size integer; insert into parts (id, size) values (1, 2);';

describe('migrate', () => {
  test('files are applied once, by number, after those of the chassis', async () => {
    await write({ '0002_size.sql': EXTEND, '0001_parts.sql': CREATE });

    const first = await run();
    const second = await run();
    const { rows } = await pool.query<{ name: string }>(`select name from schema_migrations order by applied_at, name`);

    expect([first, second]).toEqual([['0001_parts.sql', '0002_size.sql'], []]);
    expect(rows.map(({ name }) => name)).toEqual([
      'chassis/0001_outbox.sql',
      'chassis/0002_idempotency.sql',
      'chassis/0003_idempotency_answers.sql',
      '0001_parts.sql',
      '0002_size.sql',
    ]);
  });

  test('concurrent runners apply each file once', async () => {
    await write({ '0001_parts.sql': CREATE, '0002_size.sql': EXTEND });

    const applied = await Promise.all([run(), run(), run(), run()]);

    expect(applied.flat().sort()).toEqual(['0001_parts.sql', '0002_size.sql']);
    expect((await pool.query(`select id, size from parts`)).rows).toEqual([{ id: 1, size: 2 }]);
  });

  test('an edited file that was already applied is an error that names it, and nothing more is applied', async () => {
    await write({ '0001_parts.sql': CREATE });
    await run();
    await write({ '0001_parts.sql': `${CREATE} -- edited`, '0002_size.sql': EXTEND });

    await expect(run()).rejects.toThrow(/0001_parts\.sql was edited/);
    await expect(pool.query(`select size from parts`)).rejects.toMatchObject({ code: '42703' });
  });

  test('a file that fails is named and rolled back; earlier files stay applied', async () => {
    await write({ '0001_parts.sql': CREATE, '0002_size.sql': `${EXTEND} select broken;` });

    await expect(run()).rejects.toThrow(/0002_size\.sql .* failed: .*broken/);
    expect((await pool.query(`select * from parts`)).rows).toEqual([]);
    await write({ '0002_size.sql': EXTEND });
    expect(await run()).toEqual(['0002_size.sql']);
  });

  test('a file that waits for a table times out before it blocks others for long', async () => {
    await write({ '0001_parts.sql': CREATE });
    await run();
    await write({ '0002_size.sql': EXTEND });
    const user = await pool.connect();
    await user.query('begin');
    await user.query('lock table parts in access share mode');

    await expect(run()).rejects.toThrow(/0002_size\.sql .* failed: .*lock timeout/);

    await user.query('commit');
    user.release();
    expect(await run()).toEqual(['0002_size.sql']);
  });

  test.each<{ kind: string; sql: string }>([
    { kind: 'in a transaction', sql: EXTEND },
    {
      kind: 'without a transaction',
      sql: '-- no transaction\n-- Not built concurrently.\nalter table parts add column if not exists size integer;',
    },
  ])('a file $kind that waits for a table is retried for as long as the runner may', async ({ sql }) => {
    await write({ '0001_parts.sql': CREATE });
    await run();
    await write({ '0002_size.sql': sql });
    const user = await pool.connect();
    await user.query('begin');
    await user.query('lock table parts in access share mode');
    const waits: unknown[] = [];
    const log = createLog('migrate', 'silent');
    log.warn = (details: unknown) => {
      waits.push(details);
      void user.query('commit');
    };

    expect(await run({ lockWaitMs: 60_000, log })).toEqual(['0002_size.sql']);
    expect(waits).toEqual([expect.objectContaining({ migration: '0002_size.sql' })]);
    user.release();
  });

  test('blocks and indexes built concurrently, which block no readers or writers, wait without a limit', async () => {
    const patient = `create or replace function patient(id integer) returns integer immutable language plpgsql as $$
begin
  if current_setting('lock_timeout') <> '0' then raise 'has a limit'; end if;
  return id;
end
$$;`;
    await write({
      '0001_parts.sql': `${CREATE} insert into parts values (1); ${patient}`,
      '0002_patient.sql': `-- no transaction
alter table parts add column if not exists size integer;
-- In pieces.
do $$ begin perform patient(1); end $$;
alter table parts add column if not exists weight integer;
create index concurrently parts_patient on parts (patient(id));
`,
    });

    expect(await run()).toEqual(['0001_parts.sql', '0002_patient.sql']);
    await pool.query('drop function patient cascade');
  });

  test('a file that deadlocks with a user is retried', async () => {
    await write({ '0001_parts.sql': CREATE });
    await run();
    await write({ '0002_size.sql': `select pg_advisory_xact_lock(42); ${EXTEND}` });
    // This session never checks for deadlocks, so the migration is the one that detects it.
    const user = new Client({ connectionString: database.adminUrl });
    await user.connect();
    await user.query(`set deadlock_timeout to '60s'`);
    await user.query('begin');
    await user.query(`lock table "${database.service}".parts in access share mode`);

    const running = run({ lockWaitMs: 60_000 });
    await waitForLockWaiters(pool);
    await user.query('select pg_advisory_xact_lock(42)');
    await user.query('commit');

    expect(await running).toEqual(['0002_size.sql']);
    await user.end();
  });

  test('a runner whose machine has vanished does not hold its locks for hours', async () => {
    const keep = `create table parts as select current_setting('idle_in_transaction_session_timeout') as idle,
       current_setting('tcp_keepalives_idle') as keepalive;`;
    await write({ '0001_parts.sql': keep });
    await run();

    expect((await pool.query(`select idle, keepalive from parts`)).rows).toEqual([{ idle: '1min', keepalive: '30' }]);
  });

  test('the work of a killed runner is undone, and the next one does it', async () => {
    await write({ '0001_parts.sql': `${CREATE} select pg_sleep(600);` });
    const killed = expect(run()).rejects.toThrow(/0001_parts\.sql .* failed/);
    await eventually(async () => {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`,
      );
      expect(rowCount).toBe(1);
    });
    await killed;
    await write({ '0001_parts.sql': CREATE });

    expect(await run()).toEqual(['0001_parts.sql']);
  });

  test('an index is built without blocking writes, by concurrent runners, and again after a failure', async () => {
    const index = (column: string) => `-- no transaction
drop index concurrently if exists parts_size;
-- Large.
create index concurrently parts_size on parts (${column});
`;
    await write({ '0001_parts.sql': CREATE, '0002_size.sql': EXTEND, '0003_index.sql': index('weight') });
    await expect(run()).rejects.toThrow(/0003_index\.sql .* failed: .*weight/);
    await write({ '0003_index.sql': index('size') });

    const applied = await Promise.all([run(), run(), run()]);

    expect(applied.flat()).toEqual(['0003_index.sql']);
    const { rows } = await pool.query(
      `select indisvalid as "isValid" from pg_index where indexrelid = 'parts_size'::regclass`,
    );
    expect(rows).toEqual([{ isValid: true }]);
  });

  test('a block without a transaction is one statement, whose parts stay when it fails', async () => {
    const fill = (end: string) => `-- no transaction
do $$
begin
  insert into parts values (2) on conflict do nothing;
  commit;
  ${end};
end
$$;
insert into parts values (3);
`;
    await write({ '0001_parts.sql': CREATE, '0002_fill.sql': fill(`raise 'disk full'`) });
    await expect(run()).rejects.toThrow(/0002_fill\.sql .* failed: disk full/);
    expect((await pool.query(`select id from parts`)).rows).toEqual([{ id: 2 }]);
    await write({ '0002_fill.sql': fill('null') });

    expect(await run()).toEqual(['0002_fill.sql']);
    expect((await pool.query(`select id from parts order by id`)).rows).toEqual([{ id: 2 }, { id: 3 }]);
  });

  test('applied names without a file are ignored, and their replacements are applied', async () => {
    await write({ '0001_parts.sql': CREATE, '0002_size.sql': EXTEND });
    await run();
    await rm(join(directory, '0002_size.sql'));
    await write({
      '0003_size.sql': '-- replaces 0002_size.sql\nalter table parts add column if not exists size integer;',
    });

    expect(await run()).toEqual(['0003_size.sql']);
    expect(listReplaced(await readMigrations([directory]))).toEqual(['0002_size.sql']);
    await expect(schemaVersionCheck(database.service, [directory])(pool)).resolves.toBeUndefined();
  });

  test('a new file with a number below an applied one is refused', async () => {
    await write({ '0002_parts.sql': CREATE });
    await run();
    await write({ '0001_late.sql': 'select 1;' });

    await expect(run()).rejects.toThrow(/0001_late\.sql comes after 0002_parts\.sql/);
  });

  test.each<{ files: Record<string, string>; problem: RegExp }>([
    { files: { 'parts.sql': CREATE }, problem: /not named/ },
    { files: { '0001_parts.sql': CREATE, '0001_more.sql': EXTEND }, problem: /number of another/ },
  ])('files without a unique order are refused: $problem', async ({ files, problem }) => {
    await write(files);

    await expect(run()).rejects.toThrow(problem);
  });
});

describe('schemaVersionCheck', () => {
  test('it fails, naming what is missing, until the schema has the version of the code', async () => {
    await write({ '0001_parts.sql': CREATE });
    const check = schemaVersionCheck(database.service, [directory]);

    await expect(check(pool)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('0001_parts.sql'),
    });
    await run();
    await expect(check(pool)).resolves.toBeUndefined();
  });

  test('it passes when the schema is ahead of the code', async () => {
    await write({ '0001_parts.sql': CREATE });
    await run();

    await expect(schemaVersionCheck(database.service, [])(pool)).resolves.toBeUndefined();
  });

  test('it fails when nothing was ever migrated', async () => {
    const check = schemaVersionCheck('extensions', []);

    await expect(check(pool)).rejects.toMatchObject({ message: expect.stringContaining('chassis/0001_outbox.sql') });
  });
});
