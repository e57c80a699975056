import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  type SpanOptions,
  trace,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  /** Name of the enclosing span. */
  readonly parent: string | undefined;
  readonly kind: SpanKind | undefined;
  readonly attributes: Record<string, unknown>;
  hasEnded: boolean;
}

interface Recording {
  readonly spans: RecordedSpan[];
  readonly bySpan: WeakMap<Span, RecordedSpan>;
}

/** The current recording. */
let recording: Recording | undefined;
let isProvided = false;

/**
 * Minimal telemetry that propagates context across awaits and records all spans of this process in order of their start. A tracer keeps the first
 * provider that it gets, so there is a single one, which records nothing after `stop`.
 */
export function recordSpans(): { readonly spans: RecordedSpan[]; readonly stop: () => void } {
  if (!isProvided) provide();
  isProvided = true;
  const spans: RecordedSpan[] = [];
  recording = { spans, bySpan: new WeakMap() };
  return { spans, stop: () => (recording = undefined) };
}

function provide(): void {
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self as never, ...args)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) });
}

function startSpan(name: string, options: SpanOptions = {}, within = context.active()): Span {
  if (!recording) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  const { spans, bySpan } = recording;
  const parent = trace.getSpan(within);
  const span: RecordedSpan = {
    name,
    parent: parent && bySpan.get(parent)?.name,
    kind: options.kind,
    attributes: { ...options.attributes },
    hasEnded: false,
  };
  spans.push(span);
  const started = {
    isRecording: () => true,
    setAttribute: (key: string, value: unknown) => void (span.attributes[key] = value),
    setStatus: () => undefined,
    end: () => void (span.hasEnded = true),
  } as unknown as Span;
  bySpan.set(started, span);
  return started;
}
