import type { MetricKind } from './collector.ts';

/** Suffixes by unit, as Prometheus' OTLP intake and the Collector write them (UCUM case-sensitive codes). */
const UNITS: Readonly<Record<string, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  By: 'bytes',
  '%': 'percent',
};

/** What a metric is called in Prometheus, without the suffixes of a histogram's series. */
export function prometheusName({ name, unit, kind }: { name: string; unit: string; kind: MetricKind }): string {
  const words = name.split(/[^A-Za-z0-9:]+/);
  // Braces only say what is counted, and 1 is only the unit of a share.
  const suffix = unit === '1' ? (kind === 'gauge' ? 'ratio' : undefined) : UNITS[unit];
  if (suffix !== undefined && !words.includes(suffix)) words.push(suffix);
  if (kind === 'counter') return [...words.filter((word) => word !== 'total'), 'total'].join('_');
  return words.join('_');
}

/** The names of all series that Prometheus makes of a metric. */
export function prometheusSeries(metric: { name: string; unit: string; kind: MetricKind }): string[] {
  const name = prometheusName(metric);
  return metric.kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
}

/** What an attribute is called as a label. */
export function prometheusLabel(attribute: string): string {
  return attribute.replaceAll(/[^A-Za-z0-9_]/g, '_');
}
