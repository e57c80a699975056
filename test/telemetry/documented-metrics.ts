import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import type { MetricKind } from './collector.ts';

export interface DocumentedMetric {
  readonly name: string;
  /** Name of the metric in Prometheus. */
  readonly prometheus: string;
  readonly unit: string;
  readonly kind: MetricKind;
  /** Keys of the attributes, sorted. */
  readonly attributes: readonly string[];
}

/** The table of `docs/telemetry.md`, sorted by name. */
export function documentedMetrics(): DocumentedMetric[] {
  const text = readFileSync(join(ROOT, 'docs/telemetry.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `') && line.split(' | ').length === 6);
  return rows
    .map((row) => {
      const [name = '', prometheus = '', kind = '', unit = '', attributes = ''] = row.slice(2).split(' | ');
      return {
        name: name.replaceAll('`', ''),
        prometheus: prometheus.replaceAll('`', ''),
        kind: kind as MetricKind,
        unit: unit.replaceAll('`', ''),
        attributes: [...attributes.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key).toSorted(),
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
