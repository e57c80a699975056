import { metrics } from '@opentelemetry/api';
import type { TokenUsage } from './ask-model.js';

const meter = metrics.getMeter('svc');
/** Boundaries recommended by the semantic conventions for generative AI: seconds, and tokens. */
const seconds = {
  explicitBucketBoundaries: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
};
const tokens = {
  explicitBucketBoundaries: [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304],
};

const durations = meter.createHistogram('gen_ai.client.operation.duration', { unit: 's', advice: seconds });
const firstPieces = meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
  unit: 's',
  advice: seconds,
});
const tokenCounts = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}', advice: tokens });

/** One finished call of a model. Model and lane names come from the operator's list. */
export interface MeasuredCall {
  readonly model: string;
  readonly lane: string;
  readonly durationMs: number;
  /** Until its first output; undefined without any. */
  readonly firstPieceMs: number | undefined;
  readonly usage?: TokenUsage | undefined;
  /** Class of its fault, or why it was aborted; undefined when it answered. */
  readonly error?: string | undefined;
}

/** Rate, faults, latencies and tokens of models derive from this. */
export function measureModelCall({ model, lane, durationMs, firstPieceMs, usage, error }: MeasuredCall): void {
  const common = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': lane, 'gen_ai.request.model': model };
  durations.record(durationMs / 1_000, { ...common, ...(error === undefined ? {} : { 'error.type': error }) });
  if (firstPieceMs !== undefined) firstPieces.record(firstPieceMs / 1_000, common);
  if (!usage) return;
  tokenCounts.record(usage.promptTokens, { ...common, 'gen_ai.token.type': 'input' });
  tokenCounts.record(usage.completionTokens, { ...common, 'gen_ai.token.type': 'output' });
}
