import { createGauges } from '@svc/chassis/telemetry/gauges';
import type { Redis } from 'ioredis';
import { CLICK_GROUP, rejectedStreamOf } from '../click-stream.js';

const unit = '{batch}';
const gauges = createGauges({
  length: {
    name: 'svc.clicks.stream.length',
    unit,
    description: 'Click batches in Redis; every replica reports the same stream',
  },
  pending: { name: 'svc.clicks.stream.pending', unit, description: 'Click batches that a consumer is processing' },
  lagSeconds: {
    name: 'svc.clicks.stream.lag',
    unit: 's',
    description: 'Age of the oldest click batch; 0 when there is none',
  },
  rejected: {
    name: 'svc.clicks.stream.rejected',
    unit,
    description: 'Click batches set aside because they could not be read or stored',
  },
});

/** Reports the number of batches waiting in the click stream, whenever metrics are read. */
export function observeClickStream(redis: Redis, stream: string): { stop(): void } {
  return gauges.observe(async () => {
    const [length, rejected, [oldest], [pending]] = await Promise.all([
      redis.xlen(stream),
      redis.xlen(rejectedStreamOf(stream)),
      redis.xrange(stream, '-', '+', 'COUNT', 1),
      redis.xpending(stream, CLICK_GROUP),
    ]);
    const lagSeconds = oldest ? Math.max(0, Date.now() - appendedAt(oldest[0])) / 1_000 : 0;
    return { length, rejected, lagSeconds, pending: Number(pending) };
  });
}

/** The id of an entry begins with the time at which Redis received it, in milliseconds since the epoch. */
function appendedAt(id: string): number {
  return Number.parseInt(id, 10);
}
