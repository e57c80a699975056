import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { extractTrace, inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { type NotedResponse, noteOperation } from './begin-request.js';

const getter = {
  keys: (headers: IncomingHttpHeaders) => Object.keys(headers),
  get: (headers: IncomingHttpHeaders, name: string) => headers[name],
};

/** Runs `work` in a span of this operation, in the request's trace, and adds both to the request's log line. */
export function inRequestSpan(
  request: IncomingMessage,
  response: NotedResponse,
  operation: string,
  work: (span: Span) => Promise<void>,
): Promise<void> {
  const parent = extractTrace(request.headers, getter);
  return inSpan(operation, { kind: SpanKind.SERVER, parent }, async (span) => {
    noteOperation(response, operation, span.isRecording() ? span.spanContext().traceId : undefined);
    await work(span);
  });
}
