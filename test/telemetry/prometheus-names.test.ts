import { expect, test } from '@jest/globals';
import { documentedMetrics } from './documented-metrics.ts';
import { prometheusLabel, prometheusName, prometheusSeries } from './prometheus-names.ts';

// Expected names follow the Prometheus project's translation (github.com/prometheus/otlptranslator,
// metric_namer_test.go).
test.each([
  [{ name: 'system.io', unit: 'By', kind: 'counter' }, 'system_io_bytes_total'],
  [{ name: 'total.requests', unit: '{request}', kind: 'counter' }, 'requests_total'],
  [{ name: 'system.cpu.utilization', unit: '1', kind: 'gauge' }, 'system_cpu_utilization_ratio'],
  [{ name: 'system.network.dropped', unit: '{packet}', kind: 'counter' }, 'system_network_dropped_total'],
  [{ name: 'process.uptime.seconds', unit: 's', kind: 'gauge' }, 'process_uptime_seconds'],
  [{ name: 'a.part.up', unit: '', kind: 'gauge' }, 'a_part_up'],
  [{ name: 'db.client.connection.count', unit: '{connection}', kind: 'up-down counter' }, 'db_client_connection_count'],
] as const)('%j is called %s', (metric, expected) => {
  expect(prometheusName(metric)).toBe(expected);
});

test('a histogram has three series, and dots in attributes become underscores', () => {
  const metric = { name: 'svc.clicks.delay', unit: 's', kind: 'histogram' } as const;

  expect(prometheusSeries(metric)).toEqual([
    'svc_clicks_delay_seconds_bucket',
    'svc_clicks_delay_seconds_sum',
    'svc_clicks_delay_seconds_count',
  ]);
  expect(prometheusLabel('http.response.status_code')).toBe('http_response_status_code');
});

test("the documentation has the metrics' names in Prometheus", () => {
  for (const metric of documentedMetrics()) {
    expect([metric.name, metric.prometheus]).toEqual([metric.name, prometheusName(metric)]);
  }
});
