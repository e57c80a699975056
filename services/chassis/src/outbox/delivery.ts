import { AppError, appError } from '../errors/app-error.js';
import type { ErrorKind } from '../errors/error-codes.js';
import { isBatchUnfinished } from '../postgres/batches.js';
import type { Pool } from '../postgres/pool.js';
import { type Batch, BATCH_MAX, type OutboxMessage, type Queue, queueKey } from './message.js';
import { deferMessages, deleteMessages, postponeMessages, releaseMessages, wakeFailedMessages } from './outbox-repo.js';

/**
 * Delivers a batch to its destination; an error means that the whole batch must be retried. `conflict` UNDER_WAY is not a failure: the destination
 * made progress, and must be called again.
 */
export type Deliver = (batch: Batch, signal: AbortSignal) => Promise<void>;

/** Delivers each batch with the function for its topic, or for its topic and destination. */
export function deliverByTopic(
  byTopic: Readonly<Record<string, Deliver | Readonly<Record<string, Deliver>>>>,
): Deliver {
  return async (batch, signal) => {
    const { topic, destination } = batch;
    const ofTopic = byTopic[topic];
    const deliver = typeof ofTopic === 'function' ? ofTopic : ofTopic?.[destination];
    if (!deliver) throw new Error(`No delivery sends ${topic} to ${destination}.`);
    await deliver(batch, signal);
  };
}

/** Failures unrelated to the messages: their destination is down or busy. */
const DESTINATION_KINDS: readonly ErrorKind[] = ['unavailable', 'timeout', 'rate_limited'];

/** Milliseconds for which writes do not wait for a destination that failed; the next write after that tries again. */
const BLOCKED_MS = 1_000;

/** Milliseconds after which a destination with unfinished work is called again. */
const GO_ON_MS = 1_000;

/** Maximum messages deleted by one statement. */
const DELETE_MAX = 1_000;

export interface DeliveryOptions {
  readonly deliver: Deliver;
  /** Timeout of a delivery in milliseconds. */
  readonly timeoutMs: number;
  readonly pauseMaxMs: number;
  /** Maximum messages of a queue in one delivery. */
  readonly batchMaxOf?: ((queue: Queue) => number) | undefined;
}

/** Attempts deliveries and stores the outcomes; remembers which queues are blocked. */
export class Delivery {
  readonly #pool: Pool;
  readonly #options: DeliveryOptions;
  /** Queues whose last delivery failed, each with the time (`performance.now()`) until which it is blocked. */
  readonly #failingQueues = new Map<string, number>();
  readonly #deliveredIds: string[] = [];
  #deleting: Promise<void> = Promise.resolve();

  constructor(pool: Pool, options: DeliveryOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** Whether a delivery of the queue has just failed, or is taking long. */
  isBlocked(queue: Queue): boolean {
    return (this.#failingQueues.get(queueKey(queue)) ?? 0) > performance.now();
  }

  /** Blocks the queue for a second, or until the next successful delivery. */
  block(queue: Queue): void {
    this.#failingQueues.set(queueKey(queue), performance.now() + BLOCKED_MS);
  }

  /**
   * Delivers a batch before its lease ends (by `performance.now()`); false when the destination is unreachable. When the destination refuses the
   * batch for another reason or times out, the messages are retried one by one, so that a bad one does not block the rest.
   */
  async attempt(batch: Batch, leaseEndsAt: number): Promise<boolean> {
    const max = this.#options.batchMaxOf?.(batch) ?? BATCH_MAX;
    if (batch.messages.length > max) return this.attemptAll(batch, batch.messages, max, leaseEndsAt);
    const timeoutMs = Math.floor(Math.min(this.#options.timeoutMs, leaseEndsAt - performance.now()));
    if (timeoutMs <= 0) return false;
    try {
      await within(timeoutMs, (signal) => this.#options.deliver(batch, signal));
    } catch (error) {
      return this.#recover(batch, leaseEndsAt, error);
    }
    this.#deliveredIds.push(...batch.messages.map(({ id }) => id));
    this.#deleting = this.#deleting.then(() => this.#deleteDelivered());
    await this.#getThrough(batch);
    return true;
  }

  /** Resolves when all messages delivered so far have been deleted. */
  settled(): Promise<void> {
    return this.#deleting;
  }

  /** The same for any number of messages of a queue, in batches of `size`, until the destination is unreachable. */
  async attemptAll(
    queue: Queue,
    messages: readonly OutboxMessage[],
    size: number,
    leaseEndsAt: number,
  ): Promise<boolean> {
    for (let start = 0; start < messages.length; start += size) {
      const { destination, topic } = queue;
      const batch = { destination, topic, messages: messages.slice(start, start + size) };
      if (await this.attempt(batch, leaseEndsAt)) continue;
      const rest = messages.slice(start + size).map(({ id }) => id);
      if (rest.length > 0) await this.#record('release', () => releaseMessages(this.#pool, rest));
      return false;
    }
    return true;
  }

  /** Records that the destination is reachable. */
  async #getThrough(queue: Queue): Promise<void> {
    if (!this.#failingQueues.delete(queueKey(queue))) return;
    await this.#record('wake', () => wakeFailedMessages(this.#pool, queue));
  }

  async #recover(batch: Batch, leaseEndsAt: number, error: unknown): Promise<boolean> {
    const { destination, topic, messages } = batch;
    const isDestination = error instanceof AppError && DESTINATION_KINDS.includes(error.kind);
    // A batch may time out because of one message, which must not block the others forever.
    const mayBeOneOfThem = !isDestination || error.kind === 'timeout';
    if (mayBeOneOfThem && messages.length > 1) return this.attemptAll({ destination, topic }, messages, 1, leaseEndsAt);

    const ids = messages.map(({ id }) => id);
    if (isBatchUnfinished(error)) {
      await this.#getThrough(batch);
      await this.#record('defer', () => deferMessages(this.#pool, ids, GO_ON_MS));
      return true;
    }
    if (!this.#failingQueues.has(queueKey(batch))) {
      this.#pool.log.warn({ err: error, destination, topic, count: messages.length }, 'a delivery failed');
    }
    if (isDestination) this.block(batch);
    const code = error instanceof AppError ? error.code : 'INTERNAL';
    const jitter = 0.5 + Math.random() / 2;
    await this.#record('postpone', () => postponeMessages(this.#pool, ids, code, this.#options.pauseMaxMs, jitter));
    return !isDestination;
  }

  /** Deliveries that end while a statement is running share the next one. */
  async #deleteDelivered(): Promise<void> {
    const ids = this.#deliveredIds.splice(0, DELETE_MAX);
    if (ids.length > 0) await this.#record('delete', () => deleteMessages(this.#pool, ids));
  }

  /** Logs a failure without throwing: when the lease ends, the messages are delivered again. */
  async #record(change: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#pool.log.warn({ err: error, change }, 'the outcome of a delivery could not be recorded');
    }
  }
}

/** Runs `work`, but throws AppError `timeout` as soon as the time is up, even if `work` ignores the signal. */
async function within(timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const aborter = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = appError('TIMEOUT', 'The delivery took too long.');
    reject(error);
    aborter.abort(error);
  }, timeoutMs);
  try {
    await Promise.race([work(aborter.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
