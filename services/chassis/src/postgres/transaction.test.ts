import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { createPool, type Db, type Pool } from './pool.js';
import { inTransaction, type Tx } from './transaction.js';

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = openPool(database.url);
  await pool.query(`create table notes (id integer primary key, text text not null)`);
});

beforeEach(() => pool.query(`truncate notes`));

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function openPool(connectionString: string): Pool {
  return createPool({ connectionString, max: 4, applicationName: 'tests', log: silentLog });
}

function addNote(db: Db, id: number, text = 'new'): Promise<unknown> {
  return db.query(`insert into notes (id, text) values ($1, $2)`, [id, text]);
}

async function noteIds(): Promise<number[]> {
  return (await pool.query<{ id: number }>(`select id from notes order by id`)).rows.map(({ id }) => id);
}

test('failed work is rolled back and leaves a clean connection', async () => {
  const work = inTransaction(pool, async (tx) => {
    await addNote(tx, 1);
    throw new Error('changed my mind');
  });

  await expect(work).rejects.toThrow('changed my mind');
  expect(await noteIds()).toEqual([]);
  expect(pool.usage()).toMatchObject({ waiting: 0 });
});

test('a row that refers to a concurrently deleted one fails with `not_found`', async () => {
  await pool.query(`create table remarks (note_id integer not null references notes (id) on delete cascade)`);

  const work = inTransaction(pool, (tx) => tx.query(`insert into remarks (note_id) values (404)`));

  await expect(work).rejects.toMatchObject({ kind: 'not_found', code: 'NOT_FOUND' });
  await pool.query(`drop table remarks`);
});

test("swallowing a failed statement's error fails the transaction instead of silently rolling back", async () => {
  const work = inTransaction(pool, async (tx) => {
    await addNote(tx, 1);
    await addNote(tx, 1).catch(() => undefined);
  });

  await expect(work).rejects.toThrow('rolled back');
  expect(await noteIds()).toEqual([]);
});

test('callbacks run after the commit, once the connection is free, and their failures are ignored', async () => {
  const seen: number[][] = [];

  const answer = await inTransaction(pool, async (tx) => {
    await addNote(tx, 1);
    tx.afterCommit(async () => void seen.push(await noteIds()));
    tx.afterCommit(() => Promise.reject(new Error('callback')));
    return 'done';
  });

  expect(answer).toBe('done');
  expect(seen).toEqual([[1]]);
});

test('callbacks do not run after a rollback', async () => {
  let ran = false;

  await inTransaction(pool, async (tx) => {
    tx.afterCommit(() => void (ran = true));
    throw new Error('no');
  }).catch(() => undefined);

  expect(ran).toBe(false);
});

test("two transactions that deadlock both succeed, because the server's victim runs again", async () => {
  await addNote(pool, 1);
  await addNote(pool, 2);
  const bothHoldOne = barrier(2);
  let runs = 0;
  const change = (first: number, second: number) => async (tx: Tx) => {
    runs += 1;
    // A retry takes the rows in order, so that the two do not deadlock again if the server aborted both.
    const [one, other] = runs > 2 ? [1, 2] : [first, second];
    await tx.query(`update notes set text = text || 'x' where id = $1`, [one]);
    await bothHoldOne();
    await tx.query(`update notes set text = text || 'x' where id = $1`, [other]);
  };

  await Promise.all([inTransaction(pool, change(1, 2)), inTransaction(pool, change(2, 1))]);

  // The server may abort both, when both detect the deadlock at the same time; each runs three times at most.
  expect([3, 4, 5, 6]).toContain(runs);
  expect((await pool.query(`select distinct text from notes`)).rows).toEqual([{ text: 'newxx' }]);
});

test('a commit whose answer is lost is unavailable, is not repeated and runs no callback, but may have happened', async () => {
  const proxy = await createTcpProxy(database.url);
  const shaken = openPool(proxy.through(database.url));
  let runs = 0;
  let isCalledBack = false;
  proxy.loseAnswerTo('commit');

  const work = inTransaction(shaken, async (tx) => {
    runs += 1;
    tx.afterCommit(() => void (isCalledBack = true));
    await addNote(tx, 1);
  });

  await expect(work).rejects.toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE' });
  expect({ runs, isCalledBack }).toEqual({ runs: 1, isCalledBack: false });
  await eventually(async () => expect(await noteIds()).toEqual([1]));
  await shaken.end();
  await proxy.close();
});

test('a connection lost within a transaction is unavailable, and its change is not made', async () => {
  const work = inTransaction(pool, async (tx) => {
    await addNote(tx, 1);
    const { rows } = await tx.query<{ pid: number }>(`select pg_backend_pid() as pid`);
    await pool.query(`select pg_terminate_backend($1)`, [rows[0]?.pid]);
    await addNote(tx, 2);
  });

  await expect(work).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await noteIds()).toEqual([]);
});

/** A barrier that resolves for all callers once `count` have arrived; later ones pass at once. */
function barrier(count: number): () => Promise<void> {
  let waiting = count;
  let open: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    waiting -= 1;
    if (waiting <= 0) open();
    return opened;
  };
}
