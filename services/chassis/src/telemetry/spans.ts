import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  propagation,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type TextMapSetter,
  trace,
} from '@opentelemetry/api';
import { AppError } from '../errors/app-error.js';

const TRACER_NAME = 'svc';

const tracer = trace.getTracer(TRACER_NAME);
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

export { SpanKind };

/**
 * Runs `work` in its own span, which ends with the promise and is marked as failed by any error that does not blame the caller. Without telemetry
 * this only calls `work`.
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return hasTelemetry() ? inRecordedSpan(name, options, work) : work(NO_SPAN);
}

interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  readonly parent?: Context;
}

async function inRecordedSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = options.parent ?? context.active();
  const span = tracer.startSpan(name, { kind: options.kind, attributes: options.attributes ?? {} }, parent);
  // The span is not recorded and not part of a trace, so there is no context to propagate.
  if (!span.isRecording() && !isSpanContextValid(span.spanContext())) return work(span);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Whether spans are recorded: an SDK has been started (see start.ts). */
function hasTelemetry(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(TRACER_NAME) !== undefined;
}

function recordFailure(span: Span, error: unknown): void {
  if (error instanceof AppError) {
    span.setAttribute('error.type', error.code);
    if (error.kind !== 'unavailable' && error.kind !== 'timeout') return;
  } else if (error instanceof Error) {
    span.setAttribute('error.type', error.name);
  }
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The trace context of the running code, for later work. */
export function currentTrace(): Context {
  return context.active();
}

/** The trace context in a carrier (W3C Trace Context), as the parent of a span. */
export function extractTrace<Carrier>(carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
  return propagation.extract(context.active(), carrier, getter);
}

/** Writes the active span's trace context into a carrier. */
export function injectTrace<Carrier>(carrier: Carrier, setter: TextMapSetter<Carrier>): void {
  propagation.inject(context.active(), carrier, setter);
}
