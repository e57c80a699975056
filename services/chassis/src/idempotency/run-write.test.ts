import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { type CallContext, runInCall } from '../calls/call-context.js';
import type { UserPrincipal } from '../calls/principal.js';
import type { UnaryMethod } from '../grpc/methods.js';
import { keepPartitions } from '../postgres/partitions/calendar-partitions.js';
import { listPartitions } from '../postgres/partitions/range-partitions.js';
import { createPool, type Pool } from '../postgres/pool.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import { withClockAhead } from '../testing/clock-ahead.js';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { testAgent } from '../testing/test-service.js';
import { DAY_MS } from '../time/durations.js';
import { ANSWERS, forgetAnswersTo } from './idempotency-repo.js';
import { runWrite } from './run-write.js';
import { startIdempotencySweep } from './sweep.js';

interface Add {
  readonly text: string;
}

interface Added {
  readonly id: number;
}

const ADD = jsonMethod<Add, Added>('/test.Notes/Add');
const IN_PROGRESS = { kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' };

const USER = newId();
const OTHER = newId();

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
  await pool.query(`create table notes (id integer primary key generated always as identity, text text not null)`);
});

beforeEach(async () => {
  await pool.query(`truncate notes restart identity`);
  await pool.query(`truncate idempotency_answers`);
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function jsonMethod<Request, Response>(path: string): UnaryMethod<Request, Response> {
  const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const decode = (bytes: Buffer) => JSON.parse(bytes.toString());
  return {
    path,
    requestSerialize: encode,
    requestDeserialize: decode,
    responseSerialize: encode,
    responseDeserialize: decode,
  };
}

function call(changes: Partial<CallContext> = {}): CallContext {
  return {
    requestId: 'request',
    principal: { kind: 'user', userId: USER } as UserPrincipal,
    operation: 'notes.add',
    idempotencyKey: 'key',
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function insertNote(tx: Tx, { text }: Add): Promise<Added> {
  const { rows } = await tx.query<Added>(`insert into notes (text) values ($1) returning id`, [text]);
  return { id: rows[0]?.id ?? 0 };
}

const insertNothing = (): Promise<Added> => Promise.reject(new Error('This was not to run.'));

function add(context: CallContext, request: Add = { text: 'a' }, method = ADD): Promise<Added> {
  return runInCall(context, () =>
    runWrite({ pool, toolCalls: null }, method, request, (tx) => insertNote(tx, request)),
  );
}

async function noteCount(): Promise<number | undefined> {
  return (await pool.query<{ count: number }>(`select count(*) as count from notes`)).rows[0]?.count;
}

test('a repeated write gets the first answer, is marked as replayed and changes nothing', async () => {
  const first = call();
  const second = call();

  const answers = [await add(first), await add(second)];

  expect(answers).toEqual([{ id: 1 }, { id: 1 }]);
  expect([first.replayed, second.replayed]).toEqual([undefined, true]);
  expect(await noteCount()).toBe(1);
});

test('of 50 concurrent writes with one key, one does the work; the others get its answer or IDEMPOTENCY_IN_PROGRESS', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => add(call())));

  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(await noteCount()).toBe(1);
  expect(answers.length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1]));
  for (const refusal of refusals) expect(refusal).toMatchObject(IN_PROGRESS);
});

test('a write is refused at once while the first one is running', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const first = runInCall(call(), () =>
    runWrite({ pool, toolCalls: null }, ADD, { text: 'a' }, async (tx) => {
      begin();
      await mayEnd;
      return insertNote(tx, { text: 'a' });
    }),
  );
  await hasBegun;

  await expect(add(call())).rejects.toMatchObject(IN_PROGRESS);
  end();
  expect([await first, await add(call())]).toEqual([{ id: 1 }, { id: 1 }]);
});

test('concurrent repetitions all get the stored answer', async () => {
  await add(call());

  const answers = await Promise.all(Array.from({ length: 20 }, () => add(call())));

  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ id: 1 })));
});

test('the same key with another request is refused', async () => {
  await add(call(), { text: 'a' });

  await expect(add(call(), { text: 'b' })).rejects.toMatchObject({
    kind: 'key_reused',
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await noteCount()).toBe(1);
});

test('a failed write stores no record, so the key can be reused', async () => {
  const failing = runInCall(call(), () =>
    runWrite({ pool, toolCalls: null }, ADD, { text: 'a' }, async (tx) => {
      await insertNote(tx, { text: 'a' });
      throw new Error('no');
    }),
  );

  await expect(failing).rejects.toThrow('no');
  await expect(add(call(), { text: 'b' })).resolves.toBeDefined();
  expect(await noteCount()).toBe(1);
});

test('a key applies to one caller, one agent connection, one operation and one method', async () => {
  const agent = testAgent({ userId: USER });
  const contexts = [
    call(),
    call({ principal: { kind: 'user', userId: OTHER } as UserPrincipal }),
    call({ principal: { kind: 'user', userId: USER, through: 'copilot' } as UserPrincipal }),
    call({ principal: { ...agent, agent: { ...agent.agent, requestId: OTHER } } }),
    call({ principal: { ...agent, agent: { ...agent.agent, requestId: USER } } }),
    call({ principal: { ...agent, agent: { ...agent.agent, requestId: null } } }),
    call({ operation: 'notes.import' }),
    call({ principal: { kind: 'service', service: USER } }),
  ];

  for (const context of contexts) await add(context);
  await add(call(), { text: 'a' }, jsonMethod('/test.Notes/Copy'));

  expect(await noteCount()).toBe(9);
});

test.each([
  { case: 'a key', changes: { idempotencyKey: undefined } },
  { case: 'a verified caller', changes: { principal: undefined } },
])('without $case every write is executed', async ({ changes }) => {
  await add(call(changes));
  await add(call(changes));

  expect(await noteCount()).toBe(2);
});

test("a write refused because of the first write's change gets the first answer", async () => {
  await pool.query(`create unique index if not exists notes_text on notes (text)`);

  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => add(call(), { text: 'once' })));
  await pool.query(`drop index notes_text`);

  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') expect(outcome.value).toEqual({ id: 1 });
    else expect(outcome.reason).toMatchObject(IN_PROGRESS);
  }
});

test('a refused write gets its reason, even when the stored answer cannot be read', async () => {
  const lost = createPool({ connectionString: database.url, max: 1, applicationName: 'tests', log: silentLog });
  const before = async () => {
    await lost.end();
    throw new Error('the budget is spent');
  };

  const refused = runInCall(call(), () =>
    runWrite({ pool: lost, toolCalls: null }, ADD, { text: 'a' }, insertNothing, { before }),
  );

  await expect(refused).rejects.toThrow('the budget is spent');
});

test('the table reveals neither the key nor the answer nor the request', async () => {
  await add(call({ idempotencyKey: 'a-secret-key' }), { text: 'a secret note' });

  const { rows } = await pool.query(`select id, input_hash, answer from idempotency_answers`);

  const [stored] = rows as { id: Buffer; input_hash: Buffer; answer: Buffer }[];
  const plain = createHash('sha256')
    .update(ADD.requestSerialize({ text: 'a secret note' }))
    .digest();
  expect(stored?.input_hash).not.toEqual(plain);
  for (const value of Object.values(stored ?? {})) {
    for (const text of ['a-secret-key', 'secret', '"id"']) expect(value.includes(text)).toBe(false);
  }
});

test('answers are deleted with the account that they are about', async () => {
  await add(call());
  await add(call({ principal: { kind: 'user', userId: OTHER } as UserPrincipal }));

  await inTransaction(pool, (tx) => forgetAnswersTo(tx, USER));

  const { rows } = await pool.query(`select user_id as "userId" from idempotency_answers`);
  expect(rows).toEqual([{ userId: OTHER }]);
});

test('after 24 hours a key can be reused, and its record is swept', async () => {
  await keepPartitions(pool, ANSWERS, 'day', new Date(Date.now() - 5 * DAY_MS), new Date(0));
  await add(call());
  await pool.query(`update idempotency_answers set expires_at = expires_at - interval '3 days'`);

  expect(await add(call(), { text: 'b' })).toEqual({ id: 2 });
  // Each run drops two days.
  await startIdempotencySweep(pool).stop();
  const again = startIdempotencySweep(pool);

  await eventually(async () => {
    const { rows } = await pool.query(`select expires_at > now() as counts from idempotency_answers`);
    expect(rows).toEqual([{ counts: true }]);
    expect(await listPartitions(pool, ANSWERS)).toHaveLength(4);
  });
  await again.stop();
});

test('a process whose clock is a week fast drops no answers', async () => {
  await startIdempotencySweep(pool).stop();
  await add(call());

  const week = 7 * DAY_MS;
  await withClockAhead(week, () => startIdempotencySweep(pool).stop());

  expect(await add(call())).toEqual({ id: 1 });
});

test('answers of the previous version are swept', async () => {
  await pool.query(
    `insert into idempotency_records (caller, operation, method, key, input_hash, answer, expires_at)
     values ('user u', '', '', 'old', '', '', now()), ('user u', '', '', 'new', '', '', now() + interval '1 hour')`,
  );
  const sweep = startIdempotencySweep(pool);

  await eventually(async () => {
    expect((await pool.query(`select key from idempotency_records`)).rows).toEqual([{ key: 'new' }]);
  });
  await sweep.stop();
});
