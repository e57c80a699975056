import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import type { AnswerEnd } from './ask-model.js';
import type { ModelFault } from './model-failure.js';
import { measureModelCall } from './model-metrics.js';

/** How a call appears in telemetry. */
export interface CalledModel {
  /** The model's name at its provider. */
  readonly name: string;
  readonly lane: string;
  readonly conversationId: string;
}

/** One call of a model, in its own span, measured once it ends. */
export interface ModelCall {
  readonly startedAt: Date;
  /** Milliseconds until its first output; undefined before that. */
  readonly firstPieceMs: number | undefined;
  /** Records its first output. */
  heard(): void;
  /** Ends it with an answer, a fault, or neither when the caller has disconnected. */
  end(outcome?: AnswerEnd | ModelFault): void;
}

export function beginModelCall({ name, lane, conversationId }: CalledModel): ModelCall {
  const [startedAt, begun] = [new Date(), performance.now()];
  let firstPieceMs: number | undefined;
  const ending = Promise.withResolvers<AnswerEnd | undefined>();
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': lane,
    'gen_ai.request.model': name,
    'gen_ai.conversation.id': conversationId,
  };
  inSpan(`chat ${name}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const end = await ending.promise;
    if (!end) return;
    const { promptTokens, completionTokens, model, finishReason } = end;
    span.setAttribute('gen_ai.usage.input_tokens', promptTokens);
    span.setAttribute('gen_ai.usage.output_tokens', completionTokens);
    if (model !== undefined) span.setAttribute('gen_ai.response.model', model);
    if (finishReason !== undefined) span.setAttribute('gen_ai.response.finish_reasons', [finishReason]);
  }).catch(() => undefined);
  let hasEnded = false;
  return {
    startedAt,
    get firstPieceMs() {
      return firstPieceMs;
    },
    heard() {
      firstPieceMs ??= performance.now() - begun;
    },
    end(outcome) {
      if (hasEnded) return;
      hasEnded = true;
      const isFault = outcome instanceof Error;
      if (isFault) ending.reject(outcome);
      else ending.resolve(outcome);
      measureModelCall({
        model: name,
        lane,
        durationMs: performance.now() - begun,
        firstPieceMs,
        usage: isFault ? undefined : outcome,
        error: isFault ? outcome.fault.class : outcome ? undefined : 'stopped',
      });
    },
  };
}
