import { expect, test } from '@jest/globals';
import { type ProxyTracerProvider, trace } from '@opentelemetry/api';
import { recordSpans } from '../testing/recorded-spans.js';
import { inSpan, SpanKind } from './spans.js';

test('without an exporter no span starts, and the work runs', async () => {
  const { spans, stop } = recordSpans();
  const exported = (trace.getTracerProvider() as ProxyTracerProvider).getDelegate();
  const work = (name: string): Promise<boolean> =>
    inSpan(name, { kind: SpanKind.INTERNAL }, async (span) => span.isRecording());

  await work('before');
  trace.disable();
  const isRecording = await work('without');
  trace.setGlobalTracerProvider(exported);
  await work('after');
  stop();

  expect(isRecording).toBe(false);
  expect(spans.map(({ name }) => name)).toEqual(['before', 'after']);
});
