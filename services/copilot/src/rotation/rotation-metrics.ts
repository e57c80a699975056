import { createGauges } from '@svc/chassis/telemetry/gauges';
import { createTally } from '@svc/chassis/telemetry/tally';
import { FAULT_CLASSES } from '../models/fault-classes.js';
import type { PoolState } from './pool-state.js';

/** Failovers, by the fault of the replaced model. */
export const failovers = createTally({
  name: 'svc.copilot.failovers',
  unit: '{failover}',
  description: 'Failovers from one model to another',
  attribute: 'svc.copilot.fault',
  values: FAULT_CLASSES,
});

/** Faults that started a cooldown. */
export const cooldowns = createTally({
  name: 'svc.copilot.cooldowns',
  unit: '{cooldown}',
  description: 'Cooldowns of models and lanes after a fault',
  attribute: 'svc.copilot.fault',
  values: FAULT_CLASSES,
});

const gauges = createGauges({
  available: {
    name: 'svc.copilot.models.available',
    unit: '{model}',
    description: 'Free models that are available',
  },
});

/** Registers the gauge of available models of the pool; an empty pool is not a fault, so it reports nothing. */
export function observeModels(state: PoolState): { stop(): void } {
  if (state.models.length === 0) return { stop: () => undefined };
  return gauges.observe(async () => {
    const availabilities = await state.availabilities({ callsTools: false });
    return { available: [...availabilities.values()].filter(({ status }) => status === 'available').length };
  });
}
