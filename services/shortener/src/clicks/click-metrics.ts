import { metrics } from '@opentelemetry/api';
import { createGauges } from '@svc/chassis/telemetry/gauges';

/** Clicks waiting in a process. */
export const bufferedClicks = createGauges({
  clicks: {
    name: 'svc.clicks.kept',
    unit: '{click}',
    description: 'Clicks in memory that neither Redis nor Postgres has stored yet',
  },
});

const delay = metrics.getMeter('svc').createHistogram('svc.clicks.delay', {
  unit: 's',
  description: 'Time from a click to its row in Postgres, for the first click of each batch',
  advice: { explicitBucketBoundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600] },
});

/** Records the delay of a stored batch whose first click was at `firstAt`, in milliseconds since the epoch. */
export function measureClickDelay(firstAt: number): void {
  // The clocks of two machines may differ.
  delay.record(Math.max(0, Date.now() - firstAt) / 1_000);
}
