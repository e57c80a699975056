import { type BatchObservableCallback, metrics } from '@opentelemetry/api';

const meter = metrics.getMeter('svc');

export interface GaugeOptions {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

/** Gauges that are read together. */
export interface Gauges<Key extends string> {
  /** Registers `read`, which provides the values whenever metrics are exported; a failed read is skipped. */
  observe(read: () => Readonly<Record<Key, number>> | Promise<Readonly<Record<Key, number>>>): { stop(): void };
}

export function createGauges<Key extends string>(options: Readonly<Record<Key, GaugeOptions>>): Gauges<Key> {
  const entries = Object.entries<GaugeOptions>(options);
  const gauges = entries.map(([key, { name, unit, description }]) => {
    return [key as Key, meter.createObservableGauge(name, { unit, description })] as const;
  });
  const observed = gauges.map(([, gauge]) => gauge);
  return {
    observe(read) {
      const callback: BatchObservableCallback = async (result) => {
        const values = await read();
        for (const [key, gauge] of gauges) result.observe(gauge, values[key]);
      };
      meter.addBatchObservableCallback(callback, observed);
      return { stop: () => meter.removeBatchObservableCallback(callback, observed) };
    },
  };
}
