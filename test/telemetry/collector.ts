import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

export type MetricKind = 'counter' | 'up-down counter' | 'gauge' | 'histogram';

/** The latest export of one series of a metric. */
export interface Series {
  readonly service: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: MetricKind;
  readonly attributes: Readonly<Record<string, string>>;
  /** For a histogram, the number of recorded values. */
  readonly value: number;
}

/** Receives spans and metrics as OTLP over HTTP with JSON. */
export interface Collector {
  readonly spans: readonly Span[];
  /** Every series received so far. */
  series(): readonly Series[];
  /** Sum of a service's metric over the series with these attributes; undefined if none was exported. */
  valueOf(service: string, name: string, attributes?: Readonly<Record<string, string>>): number | undefined;
  /** Environment for a process that exports to this collector with little delay. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): void;
}

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const known = new Map<string, Series>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...readSpans(body));
      if (request.url === '/v1/metrics') for (const series of readSeries(body)) known.set(keyOf(series), series);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const url = await listen(server);
  return {
    spans,
    series: () => [...known.values()],
    valueOf(service, name, attributes = {}) {
      const found = [...known.values()].filter(
        (series) =>
          series.service === service &&
          series.name === name &&
          Object.entries(attributes).every(([key, value]) => series.attributes[key] === value),
      );
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_METRIC_EXPORT_TIMEOUT: '500',
    },
    stop: () => server.close(),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function keyOf({ service, name, attributes }: Series): string {
  const sorted = Object.entries(attributes).toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify([service, name, sorted]);
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>> & { readonly stringValue?: string };
}

interface Resource {
  readonly resource: { readonly attributes: readonly Attribute[] };
}

function serviceOf({ resource }: Resource): string {
  return resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
}

function readSpans(body: string): Span[] {
  interface Exported {
    resourceSpans: (Resource & { scopeSpans: { spans: Omit<Span, 'service'>[] }[] })[];
  }
  return (JSON.parse(body) as Exported).resourceSpans.flatMap((exported) =>
    exported.scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service: serviceOf(exported) }))),
  );
}

interface Point {
  readonly attributes?: readonly Attribute[];
  readonly asInt?: number | string;
  readonly asDouble?: number;
  readonly count?: number | string;
}

interface Points {
  readonly dataPoints: readonly Point[];
}

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: Points & { readonly isMonotonic: boolean };
  readonly gauge?: Points;
  readonly histogram?: Points;
}

function readSeries(body: string): Series[] {
  interface Exported {
    resourceMetrics: (Resource & { scopeMetrics: { metrics: Metric[] }[] })[];
  }
  return (JSON.parse(body) as Exported).resourceMetrics.flatMap((exported) =>
    exported.scopeMetrics.flatMap(({ metrics }) =>
      metrics.flatMap((metric) => {
        const { name, unit } = metric;
        const points = (metric.sum ?? metric.gauge ?? metric.histogram)?.dataPoints ?? [];
        return points.map(({ attributes = [], asInt, asDouble, count }) => ({
          service: serviceOf(exported),
          name,
          unit,
          kind: kindOf(metric),
          attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])])),
          value: Number(asInt ?? asDouble ?? count),
        }));
      }),
    ),
  );
}

function kindOf({ sum, gauge }: Metric): MetricKind {
  if (sum) return sum.isMonotonic ? 'counter' : 'up-down counter';
  return gauge ? 'gauge' : 'histogram';
}
