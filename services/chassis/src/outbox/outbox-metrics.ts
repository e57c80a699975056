import { type BatchObservableCallback, metrics } from '@opentelemetry/api';
import type { Pool } from '../postgres/pool.js';
import { countPending } from './outbox-repo.js';

const meter = metrics.getMeter('svc');
const pending = meter.createObservableGauge('svc.outbox.messages', {
  unit: '{message}',
  description: 'Queued messages, by destination and topic',
});
const poisoned = meter.createObservableGauge('svc.outbox.messages.poisoned', {
  unit: '{message}',
  description: 'Queued messages that have failed ten times or more',
});
const age = meter.createObservableGauge('svc.outbox.oldest_message.age', {
  unit: 's',
  description: 'Age of the oldest queued message',
});

/** Reports the number of messages waiting in an outbox whenever metrics are read; all replicas of a service report the same. */
export function observeOutbox(pool: Pool): { stop(): void } {
  const observed = [pending, poisoned, age];
  const callback: BatchObservableCallback = async (result) => {
    for (const queue of await countPending(pool)) {
      const attributes = { 'svc.outbox.destination': queue.destination, 'svc.outbox.topic': queue.topic };
      result.observe(pending, queue.count, attributes);
      result.observe(poisoned, queue.poisoned, attributes);
      result.observe(age, (Date.now() - queue.oldestCreatedAt.getTime()) / 1_000, attributes);
    }
  };
  meter.addBatchObservableCallback(callback, observed);
  return { stop: () => meter.removeBatchObservableCallback(callback, observed) };
}
