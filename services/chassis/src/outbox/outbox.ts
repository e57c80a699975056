import { v7 as newId } from 'uuid';
import { repeat, type Repetition } from '../concurrency/repeat.js';
import type { Pool } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';
import { type Deliver, Delivery } from './delivery.js';
import { FirstTries } from './first-tries.js';
import { BATCH_MAX, identityOf, type NewMessage, type Queue, queueKey } from './message.js';
import { observeOutbox } from './outbox-metrics.js';
import { insertMessages, leaseDueMessages, listDueQueues } from './outbox-repo.js';

/** Milliseconds after a message for which the loop polls often: by then it is delivered, or being retried with long pauses. */
const BUSY_MS = 30_000;
/** Factor by which a quiet loop polls less often, for messages left by processes that died. */
const QUIET_FACTOR = 5;

export interface OutboxOptions {
  readonly deliver: Deliver;
  /** Poll interval for due messages in milliseconds; 1,000 when unset. Five times as long while quiet. */
  readonly pollMs?: number;
  /** Milliseconds after which another process may take over a lease; 30,000 when unset. */
  readonly leaseMs?: number;
  /** Timeout of a delivery in milliseconds; 5,000 when unset. */
  readonly timeoutMs?: number;
  /** Milliseconds that a write waits for the first try of its messages; 300 when unset. */
  readonly firstTryMs?: number;
  /** Maximum messages of a queue in one delivery: 1 when a part cannot be undone; 100 when unset. */
  readonly batchMaxOf?: (queue: Queue) => number;
  /** Maximum pause between two attempts, in milliseconds; 60,000 when unset. */
  readonly pauseMaxMs?: number;
}

/**
 * A transactional outbox: messages are delivered at least once if and only if their transaction commits, and are retried forever. A message may
 * arrive twice, late, or after a newer one. Any number of processes may run an outbox on the same schema; they never lease the same message at once.
 */
export class Outbox {
  readonly #pool: Pool;
  readonly #delivery: Delivery;
  readonly #firstTries: FirstTries;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  /** Queues that the loop is working on. */
  readonly #draining = new Map<string, Promise<void>>();
  #polling: Repetition | undefined;
  /** When the loop becomes quiet (`performance.now()`), unless further messages arrive. */
  #busyUntil = 0;
  #metrics: { stop(): void } | undefined;

  constructor(pool: Pool, options: OutboxOptions) {
    const { pollMs = 1_000, leaseMs = 30_000, timeoutMs = 5_000, firstTryMs = 300, pauseMaxMs = 60_000 } = options;
    this.#pool = pool;
    this.#pollMs = pollMs;
    this.#leaseMs = leaseMs;
    this.#delivery = new Delivery(pool, { ...options, timeoutMs, pauseMaxMs });
    this.#firstTries = new FirstTries(this.#delivery, firstTryMs);
  }

  /**
   * Stores messages within a transaction. After the commit, and before `inTransaction` returns, they are tried once; the write waits at most 300 ms
   * for that, and not at all for a destination that has just failed.
   */
  async enqueue(tx: Tx, ...messages: NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const leasedAt = performance.now();
    const identified = messages.map((message) => ({ ...message, id: newId(), leaseMs: this.#leaseMsOf(message) }));
    const newest = [...new Map(identified.map((message) => [identityOf(message), message])).values()];
    await insertMessages(tx, newest);
    this.#firstTries.add(tx, newest, leasedAt);
    const wasQuiet = this.#isQuiet();
    this.#busyUntil = leasedAt + BUSY_MS;
    if (wasQuiet) this.#polling?.wake();
  }

  /** Starts polling for due messages. Until then messages are stored, not sent. */
  start(): void {
    this.#metrics ??= observeOutbox(this.#pool);
    const pauseMs = (): number => this.#pollMs * (this.#isQuiet() ? QUIET_FACTOR : 1);
    this.#polling ??= repeat('outbox', () => this.#poll(), pauseMs, this.#pool.log);
  }

  /** Stops polling and waits for the deliveries in flight. Call it before the pool ends. */
  async stop(): Promise<void> {
    const polling = this.#polling;
    this.#polling = undefined;
    this.#metrics?.stop();
    await polling?.stop();
    await Promise.all(this.#draining.values());
    await this.#firstTries.settled();
    await this.#delivery.settled();
  }

  #isQuiet(): boolean {
    return performance.now() > this.#busyUntil;
  }

  #leaseMsOf(message: NewMessage): number {
    const isTriedFirst = this.#polling && !message.delayMs && !this.#delivery.isBlocked(message);
    return isTriedFirst ? this.#leaseMs : 0;
  }

  /** Starts draining every queue with due messages; a queue that hangs blocks only itself. */
  async #poll(): Promise<void> {
    const queues = await listDueQueues(this.#pool);
    if (queues.length > 0) this.#busyUntil = performance.now() + BUSY_MS;
    for (const queue of queues) {
      const key = queueKey(queue);
      if (this.#draining.has(key)) continue;
      const drained = this.#drain(queue)
        .catch((error: unknown) => this.#pool.log.warn({ err: error, ...queue }, 'a queue waits for the next poll'))
        .finally(() => this.#draining.delete(key));
      this.#draining.set(key, drained);
    }
  }

  async #drain(queue: Queue): Promise<void> {
    let isReached = true;
    while (isReached && this.#polling) {
      const leaseEndsAt = performance.now() + this.#leaseMs;
      const messages = await leaseDueMessages(this.#pool, queue, this.#leaseMs, BATCH_MAX);
      if (messages.length === 0) return;
      isReached = await this.#delivery.attempt({ ...queue, messages }, leaseEndsAt);
    }
  }
}
