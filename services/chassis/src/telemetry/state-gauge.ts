import { metrics } from '@opentelemetry/api';

const meter = metrics.getMeter('svc');

/** Things that are so or not, each by its name; 1 and 0 for whoever reads. */
export interface StateGauge {
  tell(what: string, isSo: boolean): void;
}

/** `attribute` holds the names, which come from a closed list. */
export function createStateGauge(name: string, description: string, attribute: string): StateGauge {
  const states = new Map<string, boolean>();
  meter.createObservableGauge(name, { description }).addCallback((result) => {
    for (const [what, isSo] of states) result.observe(isSo ? 1 : 0, { [attribute]: what });
  });
  return { tell: (what, isSo) => void states.set(what, isSo) };
}
