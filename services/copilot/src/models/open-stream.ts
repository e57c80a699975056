import { fetchFromProvider } from './fetch-from-provider.js';
import { toMessage, toToolOptions, type CallOptions, type OfferedTools, type Said } from './said.js';

/** Whose protocol a model speaks: chat completions as OpenAI has them, or the provider's own. */
export type Adapter = 'compatible' | 'openai' | 'anthropic' | 'google';

/** A model, and how it is reached. */
export interface ReachedModel {
  /** What its provider calls it. */
  readonly name: string;
  /** Names the account at the provider in what is told of the call. */
  readonly lane: string;
  readonly baseUrl: string;
  /** Undefined where the provider asks for none. */
  readonly apiKey: string | undefined;
  /** `compatible` when unset. */
  readonly adapter?: Adapter;
  /** Of addresses that users name; for those of the operator when unset. */
  readonly fetch?: typeof fetch;
}

interface TokenCount {
  readonly total: number | undefined;
}

/** The parts of a provider's stream that say something of an answer. */
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

/** What opens a stream: the part of a provider's library that is used. */
interface StreamingModel {
  doStream(options: CallOptions): PromiseLike<{ readonly stream: AsyncIterable<StreamPart> }>;
}

/** By the model that is reached: a library builds the schemas of its answers for each model that it makes. */
const reached = new WeakMap<ReachedModel, StreamingModel>();

/** Never used: without a key of its own a provider's library would look for one in the environment. */
const NO_KEY = 'none';

/** What is asked of a model. */
export interface Question {
  readonly said: readonly Said[];
  readonly offered: OfferedTools;
  /** Tokens of the answer, at most. */
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
    // Else what it is sent would be kept there.
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

/** How a model is reached: key and address are always given, as a provider's library would else take them from the environment. */
interface Access {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** Each library is loaded once the first model of its kind is asked. */
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
