import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { fetchFromProvider } from './fetch-from-provider.js';
import { classifyFault } from './classify-fault.js';
import { ModelFault } from './model-failure.js';
import type { PoolModel } from './pool-models.js';
import { toMessage, toToolOptions, type OfferedTools, type Said } from './said.js';

/** A piece of an answer. */
export interface AnswerPiece {
  readonly kind: 'text' | 'reasoning';
  readonly delta: string;
}

/** A tool that the model calls, with its arguments as it wrote them. */
export interface CalledTool {
  readonly kind: 'call';
  readonly name: string;
  readonly input: string;
}

/** Tokens, as the model counts them; 0 where it does not say. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** Milliseconds that a model has. */
export interface ModelTimes {
  readonly firstPieceMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

export const MODEL_TIMES: ModelTimes = { firstPieceMs: 12_000, idleMs: 30_000, wholeMs: 120_000 };
/** Tokens of an answer. */
export const ANSWER_TOKENS_MAX = 2_048;
/** Characters of the arguments of all tools that an answer calls. */
const ARGUMENTS_MAX = 64 * 1_024;

/** Never used: without a key of its own a provider's library would look for one in the environment. */
const NO_KEY = 'none';

interface TokenCount {
  readonly total: number | undefined;
}

/** The parts of a provider's stream that say something of an answer. */
interface StreamPart {
  readonly type: string;
  readonly delta?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly error?: unknown;
  readonly usage?: { readonly inputTokens?: TokenCount; readonly outputTokens?: TokenCount };
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly times: ModelTimes;
  readonly offered: OfferedTools;
}

/**
 * Asks a model, and tells its answer piece by piece; returns what it cost. Throws ModelFault, and the signal's reason once it is
 * aborted, which ends the request to the provider.
 */
export async function* askModel(
  model: PoolModel,
  said: readonly Said[],
  { signal, times, offered }: AskOptions,
): AsyncGenerator<AnswerPiece | CalledTool, TokenUsage, void> {
  const giveUp = new AbortController();
  const patience = startPatience(times, () => giveUp.abort());
  let [hasOpened, hasSpoken] = [false, false];
  try {
    const stream = await openStream(model, said, offered, AbortSignal.any([signal, giveUp.signal]));
    hasOpened = true;
    let argumentsLength = 0;
    let usage: TokenUsage | undefined;
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type.startsWith('tool-input')) {
        hasSpoken = true;
        patience.heard();
        if (typeof part.delta === 'string') argumentsLength += part.delta.length;
        if (argumentsLength > ARGUMENTS_MAX) throw new Error('The arguments of tools have no end.');
      }
      const piece = toPiece(part);
      if (piece) {
        hasSpoken = true;
        patience.heard();
        yield piece;
      }
      if (part.type === 'finish') usage = toUsage(part);
    }
    if (usage === undefined) throw new Error('The stream has no end.');
    return usage;
  } catch (error) {
    signal.throwIfAborted();
    const fault = giveUp.signal.aborted
      ? ({ class: 'timeout' } as const)
      : classifyFault(error, { hasOpened, now: Date.now() });
    throw new ModelFault(fault, hasSpoken, error);
  } finally {
    patience.end();
    // Also when the consumer stops early: the provider's request ends too.
    giveUp.abort();
  }
}

async function openStream(
  { baseUrl, apiKey = NO_KEY, name, lane }: PoolModel,
  said: readonly Said[],
  offered: OfferedTools,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<StreamPart>> {
  const provider = createOpenAICompatible({
    name: lane,
    baseURL: baseUrl,
    apiKey,
    includeUsage: true,
    fetch: fetchFromProvider,
  });
  const { stream } = await provider.chatModel(name).doStream({
    prompt: said.map(toMessage),
    maxOutputTokens: ANSWER_TOKENS_MAX,
    ...toToolOptions(offered),
    abortSignal,
  });
  return stream;
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

/** Gives up on a model that says nothing for too long, or goes on for too long. */
function startPatience({ firstPieceMs, idleMs, wholeMs }: ModelTimes, giveUp: () => void) {
  let silence = setTimeout(giveUp, firstPieceMs);
  const whole = setTimeout(giveUp, wholeMs);
  return {
    heard(): void {
      clearTimeout(silence);
      silence = setTimeout(giveUp, idleMs);
    },
    end(): void {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}
