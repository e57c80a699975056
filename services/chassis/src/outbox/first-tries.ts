import { AsyncLocalStorage } from 'node:async_hooks';
import { context } from '@opentelemetry/api';
import type { Tx } from '../postgres/transaction.js';
import type { Delivery } from './delivery.js';
import { BATCH_MAX, identityOf, type InsertedMessage, queueKey } from './message.js';

/** A message that only this process may deliver until the lease ends (by `performance.now()`). */
type LeasedMessage = InsertedMessage & { readonly leaseEndsAt: number };

/** Tries messages as soon as the transaction that wrote them is committed. */
export class FirstTries {
  readonly #delivery: Delivery;
  readonly #waitMs: number;
  readonly #ofTransactions = new WeakMap<Tx, Map<string, LeasedMessage>>();
  readonly #running = new Set<Promise<unknown>>();
  /** Deliveries outlive the call that caused them, so they run without its caller, deadline and signal. */
  readonly #outsideOfCalls = AsyncLocalStorage.snapshot();

  /** `waitMs` is the maximum time that a write waits for the first delivery of its messages. */
  constructor(delivery: Delivery, waitMs: number) {
    this.#delivery = delivery;
    this.#waitMs = waitMs;
  }

  /** Collects leased messages until the commit; a message replaces an earlier one with the same identity. */
  add(tx: Tx, messages: readonly InsertedMessage[], leasedAt: number): void {
    const collected = this.#collected(tx);
    for (const message of messages) {
      collected.delete(identityOf(message));
      if (message.leaseMs === 0) continue;
      collected.set(identityOf(message), { ...message, leaseEndsAt: leasedAt + message.leaseMs });
    }
  }

  /** Resolves when no try is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #collected(tx: Tx): Map<string, LeasedMessage> {
    const known = this.#ofTransactions.get(tx);
    if (known) return known;
    const collected = new Map<string, LeasedMessage>();
    this.#ofTransactions.set(tx, collected);
    tx.afterCommit(() => this.#try([...collected.values()]));
    return collected;
  }

  /** Resolves when all messages have been tried, or after `waitMs`; deliveries then continue in the background. */
  async #try(messages: readonly LeasedMessage[]): Promise<void> {
    const trace = context.active();
    const queues = [...Map.groupBy(messages, queueKey).values()];
    const tries = queues.map((ofQueue) =>
      this.#outsideOfCalls(() => context.with(trace, () => this.#tryQueue(ofQueue))),
    );
    const { promise: waitedEnough, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#waitMs);
    await Promise.race([Promise.all(tries), waitedEnough]);
    clearTimeout(timer);
  }

  async #tryQueue(messages: readonly LeasedMessage[]): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const { destination, topic, leaseEndsAt } = first;
    // Further writes should not wait for such a slow delivery.
    const timer = setTimeout(() => this.#delivery.block(first), this.#waitMs);
    const trial = this.#delivery.attemptAll({ destination, topic }, messages.map(asStored), BATCH_MAX, leaseEndsAt);
    this.#running.add(trial);
    await trial;
    this.#running.delete(trial);
    clearTimeout(timer);
  }
}

/** The message as every later attempt sees it: after a JSON round trip. */
function asStored({ id, payload }: LeasedMessage): { id: string; payload: unknown } {
  return { id, payload: JSON.parse(JSON.stringify(payload)) };
}
