import { metrics } from '@opentelemetry/api';

const meter = metrics.getMeter('svc');

export interface TallyOptions<Value extends string> {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** The attribute of the counts, and all of its values. */
  readonly attribute: string;
  readonly values: readonly Value[];
}

/** Counts that are read whenever metrics are exported. */
export interface Tally<Value extends string> {
  /** Costs only an addition. */
  add(value: Value): void;
  /** Reports one more value from now on. */
  expect(value: Value): void;
}

/** Each value is reported as 0 from the start: a series that first appears with a count of 1 shows no increase. */
export function createTally<Value extends string>(options: TallyOptions<Value>): Tally<Value> {
  const { name, unit, description, attribute, values } = options;
  const counts: Partial<Record<Value, number>> = {};
  const expect = (value: Value): void => void (counts[value] ??= 0);
  values.forEach(expect);
  meter.createObservableCounter(name, { unit, description }).addCallback((result) => {
    for (const [value, count] of Object.entries<number | undefined>(counts))
      result.observe(count ?? 0, { [attribute]: value });
  });
  return {
    add: (value) => {
      counts[value] = (counts[value] ?? 0) + 1;
    },
    expect,
  };
}
