import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { type Collector, startCollector } from './collector.ts';

/** Handles a request for each of the `traceparent` headers in its argument, in a process with telemetry. */
const PROGRAM = `
import { inRequestSpan } from '@svc/http-host/http/request-span';
import { stopTelemetry } from '@svc/chassis/telemetry';
for (const traceparent of JSON.parse(process.argv[1]))
  await inRequestSpan({ headers: { traceparent } }, { locals: {} }, 'deals.list', async () => undefined);
await stopTelemetry();`;

let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
});

afterAll(() => collector.stop());

/** Deterministic trace ids. */
function traceIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => createHash('md5').update(String(index)).digest('hex'));
}

/** The traces that a process with this name exports, when the incoming headers carry these sampling flags. */
async function kept(name: string, ids: readonly string[], flags: '00' | '01', environment = {}): Promise<string[]> {
  const headers = ids.map((id) => `00-${id}-b7ad6b7169203331-${flags}`);
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', '@svc/chassis/telemetry', '--input-type=module', '-e', PROGRAM, JSON.stringify(headers)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { PATH, HOME, OTEL_SERVICE_NAME: name, ...collector.environment, ...environment },
    },
  );
  expect(await once(child, 'exit')).toEqual([0, null]);
  const left = new Set(collector.spans.filter(({ service }) => service === name).map(({ traceId }) => traceId));
  return ids.filter((id) => left.has(id));
}

test('by default every request is traced, even if its caller opts out', async () => {
  const ids = traceIds(5);

  expect(await kept('asked', ids, '01')).toEqual(ids);
  expect(await kept('asked-not-to', ids, '00')).toEqual(ids);
});

test('metrics can be exported without traces, and traces without metrics', async () => {
  const ids = traceIds(2);
  const sends = (name: string): boolean => collector.series().some(({ service }) => service === name);

  expect(await kept('metrics-alone', ids, '01', { OTEL_TRACES_EXPORTER: 'none' })).toEqual([]);
  expect(await kept('traces-alone', ids, '01', { OTEL_METRICS_EXPORTER: 'none' })).toEqual(ids);
  expect(await kept('nothing', ids, '01', { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })).toEqual([]);

  expect(['metrics-alone', 'traces-alone', 'nothing'].map(sends)).toEqual([true, false, false]);
});

test('with a ratio all processes sample the same traces, and callers cannot force sampling', async () => {
  const ids = traceIds(400);
  const ratio = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };

  const [asked, askedNotTo, elsewhere] = await Promise.all([
    kept('ratio-asked', ids, '01', ratio),
    kept('ratio-asked-not-to', ids, '00', ratio),
    kept('ratio-elsewhere', ids, '01', ratio),
  ]);

  expect(asked.length).toBeGreaterThan(15);
  expect(asked.length).toBeLessThan(80);
  expect(askedNotTo).toEqual(asked);
  expect(elsewhere).toEqual(asked);
});
