import { documentedMetrics } from '../telemetry/documented-metrics.ts';
import { prometheusLabel, prometheusSeries } from '../telemetry/prometheus-names.ts';

/** A selector of a PromQL expression: its metric, and the labels it matches. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Labels that Prometheus adds to series received by OTLP. */
const OF_EVERY_SERIES = ['job', 'instance'];

/** Metrics of kube-state-metrics (its documentation, v2) that the chart uses. */
const OF_CLUSTER: Readonly<Record<string, readonly string[]>> = {
  kube_deployment_spec_replicas: ['namespace', 'deployment'],
  kube_deployment_status_replicas_available: ['namespace', 'deployment'],
  kube_pod_container_status_restarts_total: ['namespace', 'pod', 'container'],
  kube_job_failed: ['namespace', 'job_name', 'condition'],
};

const OF_PROCESSES = new Map(
  documentedMetrics().flatMap((metric) => {
    const labels = [...OF_EVERY_SERIES, ...metric.attributes.map(prometheusLabel)];
    return prometheusSeries(metric).map(
      (series) => [series, series.endsWith('_bucket') ? [...labels, 'le'] : labels] as const,
    );
  }),
);

/** All labels that a series can have; undefined for an unknown metric. */
export function knownLabelsOf(metric: string): readonly string[] | undefined {
  return OF_PROCESSES.get(metric) ?? OF_CLUSTER[metric];
}

/** Finds the selectors of an expression; all have braces, because each at least selects the installation. */
export function readExpression(expression: string): Selector[] {
  return [...expression.matchAll(/\b([a-z][a-z0-9_]*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => {
    return { metric, labels: [...matchers.matchAll(/(\w+)\s*[=!]~?=?\s*"/g)].map(([, label = '']) => label) };
  });
}
