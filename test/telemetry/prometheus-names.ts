import type { MetricKind } from './collector.ts';

/** Suffixes by unit (UCUM case-sensitive codes), as written by Prometheus' OTLP receiver and the Collector. */
const UNITS: Readonly<Record<string, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  By: 'bytes',
  '%': 'percent',
};

/** Name of a metric in Prometheus, without the suffixes of a histogram's series. */
export function prometheusName({ name, unit, kind }: { name: string; unit: string; kind: MetricKind }): string {
  const words = name.split(/[^A-Za-z0-9:]+/);
  // Braces only annotate what is counted, and 1 only becomes a suffix for ratios.
  const suffix = unit === '1' ? (kind === 'gauge' ? 'ratio' : undefined) : UNITS[unit];
  if (suffix !== undefined && !words.includes(suffix)) words.push(suffix);
  if (kind === 'counter') return [...words.filter((word) => word !== 'total'), 'total'].join('_');
  return words.join('_');
}

/** Names of all series of a metric in Prometheus. */
export function prometheusSeries(metric: { name: string; unit: string; kind: MetricKind }): string[] {
  const name = prometheusName(metric);
  return metric.kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
}

/** Name of an attribute as a Prometheus label. */
export function prometheusLabel(attribute: string): string {
  return attribute.replaceAll(/[^A-Za-z0-9_]/g, '_');
}
