import { metrics, type BatchObservableCallback } from '@opentelemetry/api';
import type { Redis } from 'ioredis';
import { CLICK_GROUP } from '../click-stream.js';

const meter = metrics.getMeter('svc');
const length = meter.createObservableGauge('svc.clicks.stream.length', {
  unit: '{entry}',
  description: 'Batches of clicks on their way to Postgres',
});
const pending = meter.createObservableGauge('svc.clicks.stream.pending', {
  unit: '{entry}',
  description: 'Of these, batches that a consumer has in hand',
});

/** Reports how much waits in the stream of clicks, as often as metrics are read. */
export function observeClickStream(redis: Redis, stream: string): { stop(): void } {
  const observed = [length, pending];
  const callback: BatchObservableCallback = async (result) => {
    result.observe(length, await redis.xlen(stream));
    const [inHand] = await redis.xpending(stream, CLICK_GROUP);
    result.observe(pending, Number(inHand));
  };
  meter.addBatchObservableCallback(callback, observed);
  return { stop: () => meter.removeBatchObservableCallback(callback, observed) };
}
