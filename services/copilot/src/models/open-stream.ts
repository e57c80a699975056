import { fetchFromProvider } from './fetch-from-provider.js';
import { type CallOptions, type OfferedTools, type PromptMessage, toMessage, toToolOptions } from './prompt-message.js';

/** A model's protocol: OpenAI's chat completions, or the provider's own. */
export type Adapter = 'compatible' | 'openai' | 'anthropic' | 'google';

/** A model, and how to reach it. */
export interface ReachedModel {
  /** The model's name at its provider. */
  readonly name: string;
  /** Names the provider account in telemetry. */
  readonly lane: string;
  readonly baseUrl: string;
  /** Undefined when the provider needs none. */
  readonly apiKey: string | undefined;
  /** `compatible` when unset. */
  readonly adapter?: Adapter;
  /** For addresses that users name; unset for the operator's. */
  readonly fetch?: typeof fetch;
}

interface TokenCount {
  readonly total: number | undefined;
}

/** The relevant parts of a provider's stream. */
export interface StreamPart {
  readonly type: string;
  readonly delta?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly error?: unknown;
  readonly modelId?: unknown;
  readonly finishReason?: { readonly unified?: string };
  readonly usage?: { readonly inputTokens?: TokenCount; readonly outputTokens?: TokenCount };
}

/** The part of a provider's library that opens a stream. */
interface StreamingModel {
  doStream(options: CallOptions): PromiseLike<{ readonly stream: AsyncIterable<StreamPart> }>;
}

/** Cached by model, because a library builds its answer schemas for each model that it creates. */
const reached = new WeakMap<ReachedModel, StreamingModel>();

/** A placeholder: without a key, a provider's library would look for one in the environment. */
const NO_KEY = 'none';

/** The request to a model. */
export interface Question {
  readonly said: readonly PromptMessage[];
  readonly offered: OfferedTools;
  /** Maximum tokens of the answer. */
  readonly tokensMax: number;
  readonly signal: AbortSignal;
}

/** Asks a model. Throws what its provider's library throws. */
export async function openStream(
  model: ReachedModel,
  { said, offered, tokensMax, signal }: Question,
): Promise<AsyncIterable<StreamPart>> {
  const { adapter = 'compatible' } = model;
  const asked = reached.get(model) ?? (await reach(model, adapter));
  const { stream } = await asked.doStream({
    prompt: said.map(toMessage),
    maxOutputTokens: tokensMax,
    ...toToolOptions(offered),
    // Otherwise the provider would store the messages.
    ...(adapter === 'openai' && { providerOptions: { openai: { store: false } } }),
    abortSignal: signal,
  });
  return stream;
}

async function reach(model: ReachedModel, adapter: Adapter): Promise<StreamingModel> {
  const { baseUrl: baseURL, apiKey = NO_KEY, fetch = fetchFromProvider } = model;
  const made = await REACH[adapter]({ baseURL, apiKey, fetch }, model);
  reached.set(model, made);
  return made;
}

/** Key and address are always set, because a provider's library would otherwise take them from the environment. */
interface Access {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** Each library is loaded when the first model of its kind is used. */
const REACH: Readonly<Record<Adapter, (access: Access, model: ReachedModel) => Promise<StreamingModel>>> = {
  async compatible(access, { name, lane }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ ...access, name: lane, includeUsage: true }).chatModel(name);
  },
  async openai(access, { name }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI(access).responses(name);
  },
  async anthropic(access, { name }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(access).messages(name);
  },
  async google(access, { name }) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle(access).chat(name);
  },
};
