import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanKind,
  type SpanOptions,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  /** Name of the span that it is within. */
  readonly parent: string | undefined;
  readonly kind: SpanKind | undefined;
  readonly attributes: Record<string, unknown>;
  hasEnded: boolean;
}

/** The smallest telemetry that keeps a context across awaits and remembers its spans: all of this process, in order of their start. */
export function recordSpans(): { readonly spans: RecordedSpan[]; readonly stop: () => void } {
  const spans: RecordedSpan[] = [];
  const recorded = new WeakMap<Span, RecordedSpan>();
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
  const startSpan = (name: string, options: SpanOptions = {}, within = context.active()): Span => {
    const parent = trace.getSpan(within);
    const span: RecordedSpan = {
      name,
      parent: parent && recorded.get(parent)?.name,
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
    recorded.set(started, span);
    return started;
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) });
  return {
    spans,
    stop() {
      trace.disable();
      context.disable();
    },
  };
}
