/**
 * Loaded before everything else (`node --import @svc/chassis/telemetry`). Starts OpenTelemetry when the standard `OTEL_*` environment names an
 * exporter, and does nothing otherwise. The chassis creates spans and metrics itself (requests, RPCs, SQL), which costs a fraction of the automatic
 * instrumentations and names spans by operation.
 */
const { env } = process;

/** The exporter of a signal: the named one, else OTLP if it has an address, else none. */
function exporterOf(signal: 'TRACES' | 'METRICS'): string {
  const named = env[`OTEL_${signal}_EXPORTER`];
  const address = env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  return named || (address ? 'otlp' : 'none');
}

let stop: () => Promise<void> = () => Promise.resolve();

const exporters = { traces: exporterOf('TRACES'), metrics: exporterOf('METRICS') };

if (env.OTEL_SDK_DISABLED !== 'true' && Object.values(exporters).some((exporter) => exporter !== 'none')) {
  const { diag, DiagLogLevel } = await import('@opentelemetry/api');
  env.OTEL_LOGS_EXPORTER ||= 'none';
  env.OTEL_TRACES_EXPORTER = exporters.traces;
  env.OTEL_METRICS_EXPORTER = exporters.metrics;
  // Ignores the sampling flag in the caller's `traceparent`, which may come from untrusted callers.
  env.OTEL_TRACES_SAMPLER ||= 'always_on';
  env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env,host,os,process';
  diag.setLogger(
    { error: writeDiagnostic, warn: writeDiagnostic, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { RuntimeNodeInstrumentation } = await import('@opentelemetry/instrumentation-runtime-node');
  const hasMetrics = exporters.metrics !== 'none';
  // Delay and utilization of the event loop, garbage collection and heap: the only automatic instrumentation.
  const sdk = new NodeSDK({ instrumentations: hasMetrics ? [new RuntimeNodeInstrumentation()] : [] });
  sdk.start();
  stop = () => sdk.shutdown();
}

function writeDiagnostic(message: string): void {
  process.stderr.write(`${JSON.stringify({ level: 'warn', component: 'telemetry', message })}\n`);
}

function ignore(): void {}

/** Sends the last spans and stops telemetry; never throws. */
export async function stopTelemetry(): Promise<void> {
  await stop().catch((error: unknown) => writeDiagnostic(String(error)));
}
