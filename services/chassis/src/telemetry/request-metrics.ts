import { metrics } from '@opentelemetry/api';

const meter = metrics.getMeter('svc');
/** Bucket boundaries in seconds, as recommended by the semantic conventions. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const advice = { explicitBucketBoundaries: boundaries };

const httpRequests = meter.createHistogram('http.server.request.duration', { unit: 's', advice });
const serverCalls = meter.createHistogram('rpc.server.call.duration', { unit: 's', advice });
const clientCalls = meter.createHistogram('rpc.client.call.duration', { unit: 's', advice });

/** The outcome of an HTTP request. */
export interface MeasuredRequest {
  readonly method: string;
  readonly status: number;
  /** Operation of the request; undefined for a request without one. */
  readonly operation: string | undefined;
}

/** Records a request; rate, errors and duration of requests are derived from it. */
export function measureRequest(startedAt: number, { method, status, operation }: MeasuredRequest): void {
  httpRequests.record((performance.now() - startedAt) / 1_000, {
    'http.request.method': method,
    'http.response.status_code': status,
    ...(operation === undefined ? {} : { 'svc.operation': operation }),
    ...(status >= 500 ? { 'error.type': String(status) } : {}),
  });
}

/** `path` is the method's full path; `code` is `OK` or the public code of the error. */
export function measureServerCall(startedAt: number, path: string, code: string): void {
  serverCalls.record((performance.now() - startedAt) / 1_000, attributesOf(path, code));
}

/** `target` is the name of the called service. */
export function measureClientCall(startedAt: number, target: string, path: string, code: string): void {
  clientCalls.record((performance.now() - startedAt) / 1_000, {
    ...attributesOf(path, code),
    'server.address': target,
  });
}

function attributesOf(path: string, code: string) {
  return {
    'rpc.system.name': 'grpc',
    'rpc.method': path.slice(1),
    'rpc.response.status_code': code,
    ...(code === 'OK' ? {} : { 'error.type': code }),
  };
}
