import { metrics } from '@opentelemetry/api';

const meter = metrics.getMeter('svc');

/** A gauge of states by name: 1 when a state holds, 0 when it does not. */
export interface StateGauge {
  tell(what: string, isSo: boolean): void;
}

/** `attribute` is the attribute for the names, which must come from a closed list. */
export function createStateGauge(name: string, description: string, attribute: string): StateGauge {
  const states = new Map<string, boolean>();
  meter.createObservableGauge(name, { description }).addCallback((result) => {
    for (const [what, isSo] of states) result.observe(isSo ? 1 : 0, { [attribute]: what });
  });
  return { tell: (what, isSo) => void states.set(what, isSo) };
}
