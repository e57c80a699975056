import { metrics } from '@opentelemetry/api';
import type { Pool as DriverPool } from 'pg';

const meter = metrics.getMeter('svc');

// Names, units and attributes of the semantic conventions for database client metrics.
const count = meter.createObservableUpDownCounter('db.client.connection.count', { unit: '{connection}' });
const max = meter.createObservableUpDownCounter('db.client.connection.max', { unit: '{connection}' });
const pending = meter.createObservableUpDownCounter('db.client.connection.pending_requests', { unit: '{request}' });
const timeouts = meter.createCounter('db.client.connection.timeouts', { unit: '{timeout}' });
const waitTime = meter.createHistogram('db.client.connection.wait_time', {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2] },
});

export interface PoolMetrics {
  /** A caller got a connection after `ms`. */
  waited(ms: number): void;
  /** A caller got no connection in time. */
  timedOut(): void;
  stop(): void;
}

/** Reports a pool's connections, and how long callers wait for one. */
export function observePool(name: string, driver: DriverPool): PoolMetrics {
  const pool = { 'db.client.connection.pool.name': name };
  const used = { ...pool, 'db.client.connection.state': 'used' };
  const idle = { ...pool, 'db.client.connection.state': 'idle' };
  const callback: Parameters<typeof meter.addBatchObservableCallback>[0] = (result) => {
    result.observe(count, driver.totalCount - driver.idleCount, used);
    result.observe(count, driver.idleCount, idle);
    result.observe(max, driver.options.max, pool);
    result.observe(pending, driver.waitingCount, pool);
  };
  const observed = [count, max, pending];
  meter.addBatchObservableCallback(callback, observed);
  // Reported from the start: a series that first appears with a count of 1 shows no increase.
  timeouts.add(0, pool);
  return {
    waited: (ms) => waitTime.record(ms / 1_000, pool),
    timedOut: () => timeouts.add(1, pool),
    stop: () => meter.removeBatchObservableCallback(callback, observed),
  };
}
