import type { Db } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';
import type { InsertedMessage, Lane, OutboxMessage } from './message.js';

/** A message that waits. */
export interface PendingMessage extends Lane {
  readonly id: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  /** When it is tried next; past when it is due. */
  readonly deliverAt: Date;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Public code of the last failure; null before the first. */
  readonly lastError: string | null;
}

/** What waits in a lane. */
export interface PendingCount extends Lane {
  readonly count: number;
  readonly oldestCreatedAt: Date;
}

/** Rows are locked in the order of their keys, so that two transactions that replace the same messages do not deadlock. */
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

/** Lanes with messages that are due and that nobody has in hand. */
export async function listDueLanes(db: Db): Promise<Lane[]> {
  const { rows } = await db.query<Lane>(
    `select distinct destination, topic
       from outbox_messages
      where deliver_at <= now() and (leased_until is null or leased_until <= now())`,
  );
  return rows;
}

/** Leases the due messages of a lane that have waited longest, at most `limit`; empty when there are none. */
export async function leaseDueMessages(db: Db, lane: Lane, leaseMs: number, limit: number): Promise<OutboxMessage[]> {
  const { rows } = await db.query<OutboxMessage>(
    `update outbox_messages as m
        set leased_until = now() + $3 * interval '1 millisecond'
       from (select id
               from outbox_messages
              where destination = $1 and topic = $2
                and deliver_at <= now() and (leased_until is null or leased_until <= now())
              order by deliver_at, id
              limit $4
                for update skip locked) as due
      where m.id = due.id
  returning m.id, m.payload`,
    [lane.destination, lane.topic, leaseMs, limit],
  );
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Removes what has been delivered. A message that a newer one has replaced meanwhile has another id and stays. */
export async function deleteMessages(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(`delete from outbox_messages where id = any($1::uuid[])`, [ids]);
}

/**
 * Gives messages back after a failure, to be tried after a pause that doubles from one second to `pauseMaxMs`. `jitter` is a
 * factor from 0.5 to 1, the same for the whole batch, which thereby stays together.
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
            deliver_at = now() + least($3, 1000 * 2 ^ least(attempts, 20)) * $4 * interval '1 millisecond'
      where id = any($1::uuid[])`,
    [ids, errorCode, pauseMaxMs, jitter],
  );
}

/** Gives messages back untried, for anyone to take. */
export async function releaseMessages(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(`update outbox_messages set leased_until = null where id = any($1::uuid[])`, [ids]);
}

/** Makes the lane's failed messages due at once. */
export async function wakeFailedMessages(db: Db, lane: Lane): Promise<void> {
  await db.query(
    `update outbox_messages
        set deliver_at = now()
      where destination = $1 and topic = $2 and attempts > 0 and deliver_at > now()`,
    [lane.destination, lane.topic],
  );
}

/** How much waits, by lane. */
export async function countPending(db: Db): Promise<PendingCount[]> {
  const { rows } = await db.query<PendingCount>(
    `select destination, topic, count(*) as count, min(created_at) as "oldestCreatedAt"
       from outbox_messages
      group by destination, topic
      order by destination, topic`,
  );
  return rows;
}

/** A page of what waits, oldest first, and how much there is in all. */
export async function listPending(
  db: Db,
  page: { readonly topic?: string; readonly limit: number; readonly offset: number },
): Promise<{ messages: PendingMessage[]; total: number }> {
  const topic = page.topic ?? null;
  const [{ rows: messages }, { rows: counts }] = await Promise.all([
    db.query<PendingMessage>(
      `select id, destination, topic, payload, created_at as "createdAt", deliver_at as "deliverAt", attempts, last_error as "lastError"
         from outbox_messages
        where $1::text is null or topic = $1
        order by created_at, id
        limit $2 offset $3`,
      [topic, page.limit, page.offset],
    ),
    db.query<{ total: number }>(
      `select count(*) as total
         from outbox_messages
        where $1::text is null or topic = $1`,
      [topic],
    ),
  ]);
  return { messages, total: counts[0]?.total ?? 0 };
}
