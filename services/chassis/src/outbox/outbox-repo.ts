import { countUpToMax, listPage, type Page, type PageRows } from '../postgres/lists/list-page.js';
import type { Db } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';
import type { InsertedMessage, OutboxMessage, Queue } from './message.js';

/** Failed attempts after which a message is unlikely to ever be delivered. */
const POISON_ATTEMPTS = 10;
/** The longest pause of such a message, in milliseconds. */
const POISON_PAUSE_MS = 3_600_000;

/** A waiting message. */
export interface PendingMessage extends Queue {
  readonly id: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  /** Time of the next delivery; in the past when due. */
  readonly deliverAt: Date;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Public code of the last failure; null before the first. */
  readonly lastError: string | null;
}

/** The waiting messages of a queue. */
export interface PendingCount extends Queue {
  readonly count: number;
  /** Number of these messages that have failed ten times or more. */
  readonly poisoned: number;
  readonly oldestCreatedAt: Date;
}

/** Locks rows in the order of their keys, so that two transactions that replace the same messages do not deadlock. */
export async function insertMessages(tx: Tx, messages: readonly InsertedMessage[]): Promise<void> {
  await tx.query(
    `insert into outbox_messages as m (id, destination, topic, key, payload, deliver_at, leased_until)
     select n.id, n.destination, n.topic, n.key, n.payload,
            clock_timestamp() + coalesce(n."delayMs", 0) * interval '1 millisecond',
            clock_timestamp() + nullif(n."leaseMs", 0) * interval '1 millisecond'
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, destination text, topic text, key text, payload jsonb, "delayMs" double precision, "leaseMs" double precision)
      order by n.destination, n.topic, n.key, n.id
         on conflict (destination, topic, key) where key is not null do update
        set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at,
            deliver_at = excluded.deliver_at, attempts = 0, last_error = null, leased_until = excluded.leased_until`,
    [JSON.stringify(messages)],
  );
}

/** Queues with due messages that no process has leased. Each queue costs one index probe, independent of its length. */
export async function listDueQueues(db: Db): Promise<Queue[]> {
  return db.list<Queue>(
    `with recursive queues as (
       (select destination, topic from outbox_messages order by destination, topic limit 1)
       union all
       select next.destination, next.topic
         from queues
        cross join lateral (
              select m.destination, m.topic from outbox_messages m
               where (m.destination, m.topic) > (queues.destination, queues.topic)
               order by m.destination, m.topic
               limit 1) as next
     )
     select destination, topic from queues
      where exists (
            select 1 from outbox_messages m
             where m.destination = queues.destination and m.topic = queues.topic
               and m.deliver_at <= now() and (m.leased_until is null or m.leased_until <= now()))`,
  );
}

/** Leases the due messages of a queue that have waited longest, at most `limit`; empty when there are none. */
export async function leaseDueMessages(db: Db, queue: Queue, leaseMs: number, limit: number): Promise<OutboxMessage[]> {
  const { rows } = await db.query<OutboxMessage>(
    `update outbox_messages as m
        set leased_until = now() + $3 * interval '1 millisecond'
       from (select id
               from outbox_messages
              where destination = $1 and topic = $2
                and deliver_at <= now() and (leased_until is null or leased_until <= now())
              order by deliver_at, id limit $4
                for update skip locked) as due
      where m.id = due.id
  returning m.id, m.payload`,
    [queue.destination, queue.topic, leaseMs, limit],
  );
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Deletes delivered messages. A message that replaced one of them during its delivery has another id and stays. */
export async function deleteMessages(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(`delete from outbox_messages where id = any($1::uuid[])`, [ids]);
}

/**
 * Releases messages after a failure, to be retried with exponential backoff from one second to `pauseMaxMs`, or to an hour for those that failed
 * often. `jitter` is a factor from 0.5 to 1, the same for the whole batch so that it stays together.
 */
export async function postponeMessages(
  db: Db,
  ids: readonly string[],
  errorCode: string,
  pauseMaxMs: number,
  jitter: number,
): Promise<void> {
  await db.query(
    `update outbox_messages
        set attempts = attempts + 1, last_error = $2, leased_until = null,
            deliver_at = now() + least(case when attempts < ${POISON_ATTEMPTS} then $3 else greatest($3, ${POISON_PAUSE_MS}) end,
                                       1000 * 2 ^ least(attempts, 20)) * $4 * interval '1 millisecond'
      where id = any($1::uuid[])`,
    [ids, errorCode, pauseMaxMs, jitter],
  );
}

/** Releases messages that their destination has not finished, to be retried after a pause without counting a failure. */
export async function deferMessages(db: Db, ids: readonly string[], pauseMs: number): Promise<void> {
  await db.query(
    `update outbox_messages
        set leased_until = null, deliver_at = now() + $2 * interval '1 millisecond'
      where id = any($1::uuid[])`,
    [ids, pauseMs],
  );
}

/** Releases untried messages to any process. */
export async function releaseMessages(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(`update outbox_messages set leased_until = null where id = any($1::uuid[])`, [ids]);
}

/** Makes the failed messages of the queue due at once, except those that keep failing on their own. */
export async function wakeFailedMessages(db: Db, queue: Queue): Promise<void> {
  await db.query(
    `update outbox_messages set deliver_at = now()
      where destination = $1 and topic = $2 and attempts > 0 and deliver_at > now()
        and (attempts < ${POISON_ATTEMPTS} or last_error = 'UNAVAILABLE')`,
    [queue.destination, queue.topic],
  );
}

/** Number of waiting messages, by queue. */
export async function countPending(db: Db): Promise<PendingCount[]> {
  return db.list<PendingCount>(
    `select destination, topic, count(*) as count,
            count(*) filter (where attempts >= ${POISON_ATTEMPTS}) as poisoned, min(created_at) as "oldestCreatedAt"
       from outbox_messages
      group by destination, topic
      order by destination, topic`,
  );
}

/** A page of the waiting messages, of one topic if given, oldest first, with the total. */
export async function listPending(db: Db, topic: string | null, page: Page): Promise<PageRows<PendingMessage>> {
  const listed = `outbox_messages
      where $1::text is null or topic = $1`;
  const text = `
     select id, destination, topic, payload, created_at as "createdAt", deliver_at as "deliverAt", attempts, last_error as "lastError",
            ${countUpToMax(listed)} as total
       from ${listed}
      order by created_at, id limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [topic, limit, offset]));
}
