import { classifyFault } from './classify-fault.js';
import { ModelFault } from './model-failure.js';
import { openStream, type ReachedModel, type StreamPart } from './open-stream.js';
import type { OfferedTools, PromptMessage } from './prompt-message.js';

/** A piece of an answer. */
export interface AnswerPiece {
  readonly kind: 'text' | 'reasoning';
  readonly delta: string;
}

/** A tool call of the model, with its arguments as written. */
export interface CalledTool {
  readonly kind: 'call';
  readonly name: string;
  readonly input: string;
}

/** Tokens as the model counts them; 0 when it does not. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** How an answer ended. */
export interface AnswerEnd extends TokenUsage {
  /** The answering model's name at the provider; undefined when unknown. */
  readonly model?: string | undefined;
  readonly finishReason?: string | undefined;
}

export const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** Timeouts of a model, in milliseconds. */
export interface ModelTimes {
  readonly firstPieceMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

export const MODEL_TIMES: ModelTimes = { firstPieceMs: 12_000, idleMs: 30_000, wholeMs: 120_000 };
/** Maximum tokens of an answer. */
export const ANSWER_TOKENS_MAX = 2_048;
/** Maximum characters of all tool arguments in an answer. */
const ARGUMENTS_MAX = 64 * 1_024;

interface AskOptions {
  readonly signal: AbortSignal;
  readonly times: ModelTimes;
  readonly offered: OfferedTools;
  /** Maximum tokens of the answer; `ANSWER_TOKENS_MAX` when unset. */
  readonly tokensMax?: number;
}

/**
 * Asks a model and yields its answer piece by piece; returns the usage. Throws ModelFault, and the signal's reason once it is aborted, which ends the
 * request to the provider.
 */
export async function* askModel(
  model: ReachedModel,
  said: readonly PromptMessage[],
  { signal, times, offered, tokensMax = ANSWER_TOKENS_MAX }: AskOptions,
): AsyncGenerator<AnswerPiece | CalledTool, AnswerEnd, void> {
  const giveUp = new AbortController();
  const patience = startPatience(times, () => giveUp.abort());
  let [hasOpened, hasSpoken] = [false, false];
  try {
    const stream = await openStream(model, {
      said,
      offered,
      tokensMax,
      signal: AbortSignal.any([signal, giveUp.signal]),
    });
    hasOpened = true;
    let argumentsLength = 0;
    let [end, answering]: [AnswerEnd?, string?] = [];
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type.startsWith('tool-input')) {
        hasSpoken = true;
        patience.heard();
        if (typeof part.delta === 'string') argumentsLength += part.delta.length;
        if (argumentsLength > ARGUMENTS_MAX) throw new Error('The tool arguments do not end.');
      }
      const piece = toPiece(part);
      if (piece) {
        hasSpoken = true;
        patience.heard();
        yield piece;
      }
      if (typeof part.modelId === 'string') answering = part.modelId;
      if (part.type === 'finish')
        end = { ...toUsage(part), model: answering, finishReason: part.finishReason?.unified };
    }
    if (!end) throw new Error('The stream does not end.');
    return end;
  } catch (error) {
    signal.throwIfAborted();
    const fault = giveUp.signal.aborted
      ? ({ class: 'timeout' } as const)
      : classifyFault(error, { hasOpened, now: Date.now() });
    throw new ModelFault(fault, hasSpoken, error);
  } finally {
    patience.end();
    // Also ends the provider's request when the consumer stops early.
    giveUp.abort();
  }
}

function toPiece({ type, delta, toolName, input }: StreamPart): AnswerPiece | CalledTool | undefined {
  if (type === 'tool-call' && typeof toolName === 'string') {
    return { kind: 'call', name: toolName, input: typeof input === 'string' ? input : '' };
  }
  if (typeof delta !== 'string' || delta === '') return undefined;
  if (type === 'text-delta') return { kind: 'text', delta };
  return type === 'reasoning-delta' ? { kind: 'reasoning', delta } : undefined;
}

function toUsage({ usage }: StreamPart): TokenUsage {
  return { promptTokens: usage?.inputTokens?.total ?? 0, completionTokens: usage?.outputTokens?.total ?? 0 };
}

/** Aborts when a model is silent for too long, or does not finish in time. */
function startPatience({ firstPieceMs, idleMs, wholeMs }: ModelTimes, giveUp: () => void) {
  let silence = setTimeout(giveUp, firstPieceMs);
  let hasHeard = false;
  const whole = setTimeout(giveUp, wholeMs);
  return {
    heard(): void {
      if (hasHeard) {
        // This runs fifty times a second, so it reuses one timer.
        silence.refresh();
        return;
      }
      hasHeard = true;
      clearTimeout(silence);
      silence = setTimeout(giveUp, idleMs);
    },
    end(): void {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}
