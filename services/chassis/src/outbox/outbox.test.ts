import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { currentCall, runInCall } from '../calls/call-context.js';
import { AppError, appError } from '../errors/app-error.js';
import { createPool, type Pool } from '../postgres/pool.js';
import { inTransaction } from '../postgres/transaction.js';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import type { Deliver } from './delivery.js';
import type { NewMessage } from './message.js';
import { Outbox, type OutboxOptions } from './outbox.js';
import { countPending, leaseDueMessages, listPending } from './outbox-repo.js';

const DOWN = appError('UNAVAILABLE', 'away');
const PAUSE_MAX_MS = 20;

let database: ServiceDatabase;
let pool: Pool;
let otherPool: Pool;
const started: Outbox[] = [];

beforeAll(async () => {
  database = await createServiceDatabase();
  [pool, otherPool] = [openPool(), openPool()];
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((outbox) => outbox.stop()));
  await pool.query(`delete from outbox_messages`);
});

afterAll(async () => {
  await Promise.all([pool?.end(), otherPool?.end()]);
  await database?.drop();
});

function openPool(): Pool {
  return createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
}

function startOutbox(deliver: Deliver, options: Partial<OutboxOptions> = {}, ofPool = pool): Outbox {
  const outbox = new Outbox(ofPool, { deliver, pollMs: 10, pauseMaxMs: PAUSE_MAX_MS, ...options });
  outbox.start();
  started.push(outbox);
  return outbox;
}

/** Records delivered payloads by batch; `fail` may throw for a batch. */
function recorder(fail: (payloads: unknown[], attempt: number) => void = () => undefined) {
  const batches: unknown[][] = [];
  let attempts = 0;
  const deliver: Deliver = async ({ messages }) => {
    const payloads = messages.map(({ payload }) => payload);
    fail(payloads, (attempts += 1));
    batches.push(payloads);
  };
  return { deliver, batches, attempts: () => attempts };
}

type Sent = Partial<NewMessage> & { payload: unknown };

function send(outbox: Outbox, ...messages: Sent[]): Promise<void> {
  const complete = messages.map((message) => ({ destination: 'a', topic: 't', ...message }));
  return inTransaction(pool, (tx) => outbox.enqueue(tx, ...complete));
}

/** Commits messages without trying them, like a process that dies right after the commit. */
function leave(...messages: Sent[]): Promise<void> {
  return send(new Outbox(pool, { deliver: () => Promise.reject(DOWN) }), ...messages);
}

async function pendingCount(): Promise<number> {
  return (await listPending(pool, null, { limit: 1, offset: 0 })).total;
}

function isEmpty(): Promise<void> {
  return eventually(async () => expect(await pendingCount()).toBe(0));
}

test('messages of a write are delivered before it returns, as JSON, in one batch, and then deleted', async () => {
  const { deliver, batches } = recorder();
  const outbox = startOutbox(deliver, { pollMs: 60_000 });

  await send(
    outbox,
    { payload: { at: new Date(0), left: undefined } },
    { payload: 2 },
    { destination: 'b', payload: 3 },
  );

  expect(batches).toEqual([[{ at: '1970-01-01T00:00:00.000Z' }, 2], [3]]);
  await isEmpty();
});

test('a write that is rolled back sends nothing', async () => {
  const { deliver, batches } = recorder();
  const outbox = startOutbox(deliver);

  const write = inTransaction(pool, async (tx) => {
    await outbox.enqueue(tx, { destination: 'a', topic: 't', payload: 1 });
    throw new Error('no');
  });

  await expect(write).rejects.toThrow('no');
  await send(outbox, { payload: 2 });
  expect(batches).toEqual([[2]]);
});

test('a failed delivery is retried until it succeeds, and the write still succeeds', async () => {
  const { deliver, batches, attempts } = recorder((_, attempt) => {
    if (attempt <= 3) throw DOWN;
  });
  const outbox = startOutbox(deliver);

  await send(outbox, { payload: 1 });

  await isEmpty();
  expect({ batches, attempts: attempts() }).toEqual({ batches: [[1]], attempts: 4 });
});

test('messages of a process that died before delivering are delivered by another process', async () => {
  await leave({ payload: 1 });
  expect(await pendingCount()).toBe(1);

  const { deliver, batches } = recorder();
  startOutbox(deliver, {}, otherPool);

  await isEmpty();
  expect(batches).toEqual([[1]]);
});

test('messages leased by a dead process are delivered once the lease has expired, not before', async () => {
  await leave({ payload: 1 });
  const leasedAt = performance.now();
  const leased = await leaseDueMessages(pool, { destination: 'a', topic: 't' }, 300, 100);

  const { deliver, batches } = recorder();
  startOutbox(deliver, {}, otherPool);
  await isEmpty();

  expect(leased).toHaveLength(1);
  expect(batches).toEqual([[1]]);
  expect(performance.now() - leasedAt).toBeGreaterThan(300);
});

test('a write waits 300 ms for a slow destination, later writes do not wait, and all messages arrive', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const arrived: unknown[] = [];
  const outbox = startOutbox(async ({ messages }) => {
    await mayEnd;
    arrived.push(...messages.map(({ payload }) => payload));
  });

  const startedAt = performance.now();
  await send(outbox, { payload: 1 });
  const firstMs = performance.now() - startedAt;
  const nextMs: number[] = [];
  for (const payload of [2, 3, 4]) {
    const from = performance.now();
    await send(outbox, { payload });
    nextMs.push(performance.now() - from);
  }

  expect(firstMs).toBeGreaterThan(290);
  // On a busy machine, one of them may take as long.
  expect(Math.min(...nextMs)).toBeLessThan(firstMs);
  expect(arrived).toEqual([]);
  end();
  await isEmpty();
  expect(new Set(arrived)).toEqual(new Set([1, 2, 3, 4]));
});

test('a destination that hangs blocks neither other destinations nor other topics', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const arrived: unknown[] = [];
  await leave({ payload: 1 }, { topic: 'other', payload: 2 }, { destination: 'b', payload: 3 });

  startOutbox(async ({ destination, topic, messages }) => {
    if (destination === 'a' && topic === 't') await mayEnd;
    arrived.push(...messages.map(({ payload }) => payload));
  });

  await eventually(() => expect(new Set(arrived)).toEqual(new Set([2, 3])));
  await eventually(async () => expect(await pendingCount()).toBe(1));
  end();
  await isEmpty();
});

test('a delivery that hangs times out and is retried', async () => {
  let attempts = 0;
  const outbox = startOutbox(
    (_, signal) => {
      attempts += 1;
      return attempts > 1 ? Promise.resolve() : new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
    { timeoutMs: 30 },
  );

  await send(outbox, { payload: 1 });

  await isEmpty();
  expect(attempts).toBe(2);
});

test('two processes share a queue without ever delivering a message twice', async () => {
  await leave(...Array.from({ length: 1_000 }, (_, payload) => ({ payload })));
  const one = recorder();
  const other = recorder();

  startOutbox(one.deliver);
  startOutbox(other.deliver, {}, otherPool);

  await isEmpty();
  const arrived = [...one.batches, ...other.batches].flat().sort((a, b) => Number(a) - Number(b));
  expect(arrived).toEqual(Array.from({ length: 1_000 }, (_, payload) => payload));
});

test('2 000 queued messages are drained in batches of 100', async () => {
  await leave(...Array.from({ length: 2_000 }, (_, payload) => ({ payload })));
  const { deliver, batches } = recorder();

  startOutbox(deliver);

  await isEmpty();
  expect(batches).toHaveLength(20);
  expect(batches.flat()).toEqual(Array.from({ length: 2_000 }, (_, payload) => payload));
});

test('a message that its destination rejects does not block others', async () => {
  await leave(...[1, 2, 3].map((payload) => ({ payload })));
  const { deliver, batches } = recorder((payloads) => {
    if (payloads.includes(2)) throw new Error('not that one');
  });

  startOutbox(deliver, { pauseMaxMs: 60_000 });

  await eventually(async () => expect(await pendingCount()).toBe(1));
  expect(batches).toEqual([[1], [3]]);
  const { rows: messages } = await listPending(pool, null, { limit: 10, offset: 0 });
  expect(messages).toMatchObject([{ attempts: 1, lastError: 'INTERNAL' }]);
});

test('work that takes several calls continues, does not count as a failure and does not block other messages', async () => {
  let isUnderWay = true;
  const { deliver, batches, attempts } = recorder((payloads) => {
    const underWay = { kind: 'conflict', code: 'UNDER_WAY', message: 'Ask again.' } as const;
    if (isUnderWay && payloads.includes('long')) throw AppError.restore(underWay);
  });
  const warn = jest.spyOn(silentLog, 'warn');
  await leave({ payload: 1 }, { payload: 'long' }, { payload: 2 });

  startOutbox(deliver, { pauseMaxMs: 60_000 });

  // One delivery together, one each, and then a retry.
  await eventually(() => expect(attempts()).toBeGreaterThanOrEqual(5));
  expect(batches).toEqual([[1], [2]]);
  const { rows: messages } = await listPending(pool, null, { limit: 10, offset: 0 });
  expect(messages).toMatchObject([{ payload: 'long', attempts: 0, lastError: null }]);
  expect(warn).not.toHaveBeenCalledWith(expect.anything(), 'a delivery failed');
  isUnderWay = false;
  await isEmpty();
  expect(batches.at(-1)).toEqual(['long']);
});

test('a message that times out does not block others', async () => {
  const delivered: unknown[] = [];
  const deliver: Deliver = async ({ messages }) => {
    if (messages.some(({ payload }) => payload === 'slow')) await new Promise(() => undefined);
    delivered.push(...messages.map(({ payload }) => payload));
  };
  await leave({ payload: 1 }, { payload: 'slow' }, { payload: 2 }, { payload: 3 });
  startOutbox(deliver, { timeoutMs: 100 });

  await eventually(() => expect(new Set(delivered)).toEqual(new Set([1, 2, 3])));
  await eventually(async () => expect(await pendingCount()).toBe(1));
});

test('when a destination recovers, failed messages do not wait for the end of their backoff', async () => {
  let isDown = true;
  const { deliver, batches } = recorder(() => {
    if (isDown) throw DOWN;
  });
  const outbox = startOutbox(deliver, { pauseMaxMs: 60_000 });
  await send(outbox, { payload: 1 });
  await pool.query(`update outbox_messages set deliver_at = now() + interval '1 minute'`);

  isDown = false;
  await send(outbox, { payload: 2 });

  await isEmpty();
  expect(batches).toEqual([[2], [1]]);
});

test('a message that keeps failing on its own backs off, and successes of others do not wake it', async () => {
  let isDown = false;
  const { deliver, batches } = recorder((payloads) => {
    if (isDown) throw DOWN;
    if (payloads.includes('bad')) throw new Error('not that one');
  });
  await leave({ payload: 'bad' });
  await pool.query(`update outbox_messages set attempts = 12, last_error = 'INTERNAL', deliver_at = now()`);
  const outbox = startOutbox(deliver, { pauseMaxMs: 60_000 });
  const find = async () => (await listPending(pool, null, { limit: 10, offset: 0 })).rows;
  await eventually(async () => expect(await find()).toMatchObject([{ attempts: 13 }]));
  isDown = true;
  await send(outbox, { payload: 'late' });
  isDown = false;
  await send(outbox, { payload: 'next' });

  await eventually(() => expect(batches.flat()).toEqual(expect.arrayContaining(['late', 'next'])));
  // A delivered row is deleted only after its delivery was recorded.
  await eventually(async () => expect(await find()).toMatchObject([{ payload: 'bad', attempts: 13 }]));
  const [bad] = await find();
  // At least half an hour, minus the time that has passed.
  expect((bad?.deliverAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(25 * 60_000);
});

test('a write soon tries a failed destination again after its commit, even before the loop does', async () => {
  const { deliver, batches } = recorder((_, attempt) => {
    if (attempt === 1) throw DOWN;
  });
  const outbox = startOutbox(deliver, { pollMs: 60_000 });
  await send(outbox, { payload: 'fails' });

  await eventually(async () => {
    await send(outbox, { payload: 'tried' });
    expect(batches).toContainEqual(['tried']);
  });
});

test('of messages with one key only the newest is delivered', async () => {
  await leave({ key: 'k', payload: 1 }, { key: 'other', payload: 2 });
  await leave({ key: 'k', payload: 3 }, { key: 'k', payload: 4 });
  const { deliver, batches } = recorder();

  startOutbox(deliver);

  await isEmpty();
  expect(new Set(batches.flat())).toEqual(new Set([2, 4]));
});

test('a message that replaces one being delivered is delivered too', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const arrived: unknown[] = [];
  const outbox = startOutbox(
    async ({ messages }) => {
      if (messages[0]?.payload === 1) await mayEnd;
      arrived.push(...messages.map(({ payload }) => payload));
    },
    { firstTryMs: 10 },
  );

  await send(outbox, { key: 'k', payload: 1 });
  await send(outbox, { key: 'k', payload: 2 });
  end();

  await isEmpty();
  expect(arrived).toEqual([1, 2]);
});

test('a delayed message is not tried before its time', async () => {
  const { deliver, batches } = recorder();
  const outbox = startOutbox(deliver);

  await send(outbox, { payload: 'later', delayMs: 300_000 }, { payload: 'now' });

  expect(batches).toEqual([['now']]);
  const { rows } = await pool.query(
    `select payload, deliver_at > now() + interval '200 seconds' as "isDelayed" from outbox_messages where deliver_at > now()`,
  );
  expect(rows).toEqual([{ payload: 'later', isDelayed: true }]);
});

test('stopping waits for deliveries in flight and leaves the rest to other processes', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isInHand, resolve: takeInHand } = Promise.withResolvers<void>();
  const outbox = startOutbox(() => (takeInHand(), mayEnd), { firstTryMs: 10 });
  await send(outbox, { payload: 1 });
  await isInHand;

  let isStopped = false;
  const stopped = outbox.stop().then(() => (isStopped = true));
  await send(outbox, { payload: 2 });
  expect(isStopped).toBe(false);
  end();
  await stopped;

  const { rows } = await pool.query(`select payload, leased_until from outbox_messages`);
  expect(rows).toEqual([{ payload: 2, leased_until: null }]);
});

test('a delivery does not run as part of the call that caused it', async () => {
  const callers: unknown[] = [];
  const outbox = startOutbox(async () => void callers.push(currentCall()));
  const call = { requestId: 'r', deadline: Date.now(), signal: AbortSignal.abort() };

  await runInCall(call, () => send(outbox, { payload: 1 }));

  expect(callers).toEqual([undefined]);
});

test('administrators see the waiting messages, by queue and one by one', async () => {
  await leave({ payload: 1 }, { payload: 2 }, { topic: 'other', payload: 3 });

  const counts = await countPending(pool);
  const page = await listPending(pool, 't', { limit: 1, offset: 1 });

  expect(counts).toEqual([
    { destination: 'a', topic: 'other', count: 1, poisoned: 0, oldestCreatedAt: expect.any(Date) },
    { destination: 'a', topic: 't', count: 2, poisoned: 0, oldestCreatedAt: expect.any(Date) },
  ]);
  expect(page.total).toBe(2);
  expect(page.rows).toMatchObject([
    {
      id: expect.any(String),
      destination: 'a',
      topic: 't',
      payload: 2,
      createdAt: expect.any(Date),
      deliverAt: expect.any(Date),
      attempts: 0,
      lastError: null,
    },
  ]);
});
