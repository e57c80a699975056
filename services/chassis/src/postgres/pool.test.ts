import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { abandon, type CallContext, runInCall } from '../calls/call-context.js';
import type { UserPrincipal } from '../calls/principal.js';
import { eventually } from '../testing/eventually.js';
import { listenLocally } from '../testing/local-listener.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { constraintOf } from './database-errors.js';
import { createPool, type CreatePoolOptions, type Pool } from './pool.js';

const UNAVAILABLE = { kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 1 };

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = openPool();
  await pool.query(
    `create table parts (id integer primary key, size integer constraint size_is_positive check (size > 0))`,
  );
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function openPool(options: Partial<CreatePoolOptions> = {}): Pool {
  return createPool({ connectionString: database.url, max: 2, applicationName: 'tests', log: silentLog, ...options });
}

describe('values', () => {
  test('int8 is a number, numeric is a number, date is text, timestamptz is a Date', async () => {
    const { rows } = await pool.query(
      `select 9007199254740991::int8 as "big", 999999999999.99::numeric(14,2) as "money", date '2026-11-21' as "day",
              timestamptz '2026-11-21 10:00:00.123+02' as "at"`,
    );

    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_991,
        money: 999_999_999_999.99,
        day: '2026-11-21',
        at: new Date('2026-11-21T08:00:00.123Z'),
      },
    ]);
  });

  test('arrays of int8, numeric and date are parsed like their elements', async () => {
    const { rows } = await pool.query(
      `select array[1, null, 2]::int8[] as "big", array[0.5]::numeric[] as "money", array['2026-11-21']::date[] as "days"`,
    );

    expect(rows).toEqual([{ big: [1, null, 2], money: [0.5], days: ['2026-11-21'] }]);
  });

  test('an int8 beyond a safe integer is refused, and the connection stays usable', async () => {
    await expect(pool.query(`select 9007199254740992::int8`)).rejects.toThrow(RangeError);

    expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('a pool does not change how other users of the driver parse values', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();

    const { rows } = await client.query(`select 1::int8 as "big"`);
    await client.end();

    expect(rows).toEqual([{ big: '1' }]);
  });
});

describe('statements', () => {
  test('a statement is prepared once in a connection and counted each time', async () => {
    const single = openPool({ max: 1 });
    for (const value of [1, 2, 3]) await single.query(`select $1::integer as "value"`, [value]);

    const count = single.statementCount();
    const { rows } = await single.query(
      `select name, statement, generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%"value"%'
          and statement not like '%pg_prepared%'`,
    );
    await single.end();

    expect(count).toBe(3);
    expect(rows).toEqual([{ name: expect.stringMatching(/^s_[0-9a-f]{32}$/), statement: expect.any(String), runs: 3 }]);
  });

  test("the shape of a statement's rows is requested once per connection, for any values", async () => {
    const single = openPool({ max: 1 });
    const describes = jest.spyOn(
      Object.getPrototypeOf(new Client().connection) as { describe: () => void },
      'describe',
    );
    const text = `select nullif($1::integer, 0) as "value", date '2026-11-21' as "day" from generate_series(1, $2)`;
    const insert = `insert into parts (id) values ($1)`;

    const answers = [];
    for (const [value, count] of [
      [7, 2],
      [7, 0],
      [0, 1],
    ])
      answers.push((await single.query(text, [value, count])).rows);
    const inserted = [];
    for (const id of [901, 902]) inserted.push(await single.query(insert, [id]));
    await single.end();

    const row = { value: 7, day: '2026-11-21' };
    expect(answers).toEqual([[row, row], [], [{ ...row, value: null }]]);
    expect(inserted.map(({ rows, rowCount }) => [rows, rowCount])).toEqual([
      [[], 1],
      [[], 1],
    ]);
    expect(describes).toHaveBeenCalledTimes(2);
  });

  test('a statement whose rows have a new shape is refused, not misread', async () => {
    const single = openPool({ max: 1 });
    await single.query(`create table shapes (one integer)`);
    for (const _again of [1, 2]) await single.query(`select * from shapes`);
    await single.query(`alter table shapes add column two text`);

    await expect(single.query(`select * from shapes`)).rejects.toMatchObject({ code: '0A000' });
    await single.end();
  });

  test("a violated constraint keeps the driver's error, and its name can be read", async () => {
    await pool.query(`insert into parts (id, size) values ($1, $2)`, [1, 1]);

    const duplicate = await pool.query(`insert into parts (id, size) values ($1, $2)`, [1, 1]).catch((error) => error);
    const negative = await pool.query(`insert into parts (id, size) values ($1, $2)`, [2, -1]).catch((error) => error);
    const syntax = await pool.query(`insert in parts`).catch((error) => error);

    expect([duplicate, negative, syntax, new Error('x')].map(constraintOf)).toEqual([
      'parts_pkey',
      'size_is_positive',
      undefined,
      undefined,
    ]);
  });

  test('a failed statement keeps its connection', async () => {
    const single = openPool({ max: 1 });
    const before = await single.query(`select pg_backend_pid() as pid`);

    await expect(single.query(`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    const after = await single.query(`select pg_backend_pid() as pid`);
    await single.end();

    expect(after.rows).toEqual(before.rows);
  });
});

describe('a database that is away', () => {
  test('a statement over its time limit is a timeout', async () => {
    const hasty = openPool({ statementTimeoutMs: 50 });

    await expect(hasty.query(`select pg_sleep(20)`)).rejects.toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    await hasty.end();
  });

  test('a full pool is unavailable after two seconds', async () => {
    const single = openPool({ max: 1 });
    const held = await single.connect();

    await expect(single.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    held.release();
    expect((await single.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await single.end();
  });

  test('a missing server is unavailable', async () => {
    const proxy = await createTcpProxy(database.url);
    const lost = openPool({ connectionString: proxy.through(database.url) });
    await proxy.close();

    await expect(lost.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    await lost.end();
  });

  test('a server that stops in the middle of a statement is unavailable, and the pool recovers on its own', async () => {
    const proxy = await createTcpProxy(database.url);
    const shaken = openPool({ connectionString: proxy.through(database.url) });
    await shaken.query(`select 1`);

    proxy.loseAnswerTo('select 2');
    await expect(shaken.query(`select 2 as two`)).rejects.toMatchObject(UNAVAILABLE);
    proxy.cut();
    await expect(shaken.query(`select 2 as two`)).rejects.toMatchObject(UNAVAILABLE);
    proxy.restore();

    expect((await shaken.query(`select 2 as two`)).rows).toEqual([{ two: 2 }]);
    await shaken.end();
    await proxy.close();
  });

  test('a silent server is a timeout, two seconds after its own timeout would have arrived', async () => {
    const proxy = await createTcpProxy(database.url);
    const shaken = openPool({ connectionString: proxy.through(database.url), statementTimeoutMs: 50 });
    await shaken.query(`select 1`);
    proxy.silence();

    await expect(shaken.query(`select 1`)).rejects.toMatchObject({ kind: 'timeout' });
    expect(shaken.usage().total).toBe(0);
    await shaken.end();
    await proxy.close();
  });

  test('connections that the administrator ends fail as unavailable while in use, and are then replaced', async () => {
    const held = await pool.connect();
    const { rows } = await held.query<{ pid: number }>(`select pg_backend_pid() as pid`);
    const sleeping = held.query(`select pg_sleep(20)`).catch((error: unknown) => error);

    await pool.query(`select pg_terminate_backend($1)`, [rows[0]?.pid]);

    expect(await sleeping).toMatchObject(UNAVAILABLE);
    expect(held.isBroken()).toBe(true);
    held.release();
    expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('a full disk of the database is unavailable, and the connection stays usable', async () => {
    const write = pool.query(`do $$ begin raise exception using errcode = 'disk_full'; end $$`);

    await expect(write).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The server has no space left to store this. Nothing was changed. Try again later.',
    });
    expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('a changed password is unavailable: the process with the new one is about to start', async () => {
    const url = new URL(database.url);
    url.password = 'wrong';
    const stranger = openPool({ connectionString: url.href });

    await expect(stranger.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    await stranger.end();
  });

  test('a missing database is not unavailable: waiting would not help', async () => {
    const url = new URL(database.url);
    url.pathname = '/nothing-of-that-name';
    const lost = openPool({ connectionString: url.href });

    await expect(lost.query(`select 1`)).rejects.toMatchObject({ code: '3D000' });
    await lost.end();
  });

  test('a read-only server is replaced by another one', async () => {
    const held = await pool.connect();
    await held.query(`set session characteristics as transaction read only`);

    await expect(held.query(`insert into parts (id, size) values (7, 7)`)).rejects.toMatchObject(UNAVAILABLE);
    expect(held.isBroken()).toBe(true);
    held.release();
    await expect(pool.query(`insert into parts (id, size) values (7, 7)`)).resolves.toBeDefined();
  });

  test('a caller in the same turn as the one that gets the last connection is refused for overload', async () => {
    const single = openPool({ max: 1, connectTimeoutMs: 50 });
    await single.query(`select 1`);
    const [held, late] = await Promise.allSettled([single.connect(), single.query(`select 1`)]);

    expect(late).toMatchObject({ status: 'rejected', reason: { ...UNAVAILABLE, isOverload: true } });
    if (held.status === 'fulfilled') held.value.release();
    await single.end();
  });

  test('a pool waits longer for a slow new connection than for one that others use', async () => {
    const url = new URL(database.url);
    const { hostname, port } = url;
    const arrived = Promise.withResolvers<Socket>();
    const listener = await listenLocally(createServer((client) => arrived.resolve(client)));
    url.port = String(listener.port);
    url.hostname = '127.0.0.1';
    const patient = openPool({ connectionString: url.href, connectTimeoutMs: 50 });
    const waiting = patient.query(`select 1 as one`);
    const client = await arrived.promise;
    const muchLater = performance.now() + 100;
    await eventually(() => expect(performance.now()).toBeGreaterThan(muchLater));
    client.pipe(connect(Number(port), hostname)).pipe(client);

    expect((await waiting).rows).toEqual([{ one: 1 }]);
    await patient.end();
    await listener.close();
  });

  test('a caller waiting for a connection gets an error when the database goes silent', async () => {
    const single = openPool({ max: 1 });
    const held = await single.connect();
    const waiting = single.query(`select 1`).catch((error: unknown) => error);

    single.suspend(new Error('silent'));
    expect(await waiting).toMatchObject({ ...UNAVAILABLE, isOverload: false });
    single.resume();
    held.release();
    expect((await single.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await single.end();
  });

  test('while the pool is suspended, current and new statements are unavailable at once', async () => {
    const shaken = openPool();
    const running = shaken.query(`select pg_sleep(20)`).catch((error: unknown) => error);
    await eventually(async () => expect(await runningStatements('select pg_sleep(20)')).toBe(1));

    shaken.suspend(new Error('silent'));
    expect(await running).toMatchObject(UNAVAILABLE);
    await expect(shaken.query(`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    shaken.resume();

    expect((await shaken.query(`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await shaken.end();
  });
});

describe('callers', () => {
  const callOf = (userId: string): CallContext => ({
    requestId: 'r',
    principal: { kind: 'user', userId } as UserPrincipal,
    deadline: Date.now() + 20_000,
    signal: new AbortController().signal,
  });

  test('a statement is cancelled on the server when its caller has left, and its connection stays usable', async () => {
    const single = openPool({ max: 1 });
    const { rows: before } = await single.query(`select pg_backend_pid() as pid`);
    const call = callOf('u');
    const sleeping = runInCall(call, () => single.query(`select pg_sleep(21)`)).catch((error: unknown) => error);
    await eventually(async () => expect(await runningStatements('select pg_sleep(21)')).toBe(1));

    abandon(call);

    expect(await sleeping).toMatchObject({ kind: 'timeout' });
    expect(await runningStatements('select pg_sleep(21)')).toBe(0);
    const { rows: after } = await single.query(`select pg_backend_pid() as pid`);
    await single.end();
    expect(after).toEqual(before);
  });

  test('no further statement starts once the caller has left', async () => {
    const call = callOf('u');
    const held = await runInCall(call, () => pool.connect());
    abandon(call);

    await expect(held.query(`select 1`)).rejects.toMatchObject({ kind: 'timeout' });
    held.release();
  });

  test('a single user cannot take all connections', async () => {
    const shared = openPool({ max: 5 });
    const greedy = callOf('greedy');
    const all = Array.from({ length: 6 }, () =>
      runInCall(greedy, () => shared.query(`select pg_sleep(22)`)).catch((error: unknown) => error),
    );
    await eventually(async () => expect(await runningStatements('select pg_sleep(22)')).toBe(3));

    expect((await runInCall(callOf('other'), () => shared.query(`select 1 as one`))).rows).toEqual([{ one: 1 }]);
    abandon(greedy);
    await Promise.all(all);
    await shared.end();
  });

  test("a call waits longer for its user's other calls than for those of others", async () => {
    const shared = openPool({ max: 1, connectTimeoutMs: 50 });
    const held = await runInCall(callOf('greedy'), () => shared.connect());
    const own = runInCall(callOf('greedy'), () => shared.query(`select 1 as one`));

    await expect(runInCall(callOf('other'), () => shared.query(`select 1`))).rejects.toMatchObject(UNAVAILABLE);
    held.release();

    expect((await own).rows).toEqual([{ one: 1 }]);
    await shared.end();
  });
});

async function runningStatements(text: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity where state = 'active' and query = $1`,
    [text],
  );
  return rows[0]?.count;
}
