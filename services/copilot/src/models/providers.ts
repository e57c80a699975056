import type { Adapter } from './open-stream.js';

/** A provider at which users may have their own account. */
interface Provider {
  readonly adapter: Adapter;
  /** Null when only the user knows it. */
  readonly baseUrl: string | null;
}

const PROVIDERS = {
  openrouter: { adapter: 'compatible', baseUrl: 'https://openrouter.ai/api/v1' },
  openai: { adapter: 'openai', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { adapter: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  google: { adapter: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  groq: { adapter: 'compatible', baseUrl: 'https://api.groq.com/openai/v1' },
  mistral: { adapter: 'compatible', baseUrl: 'https://api.mistral.ai/v1' },
  custom: { adapter: 'compatible', baseUrl: null },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof PROVIDERS;

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}

export function adapterOf(name: ProviderName): Adapter {
  return PROVIDERS[name].adapter;
}

/** A provider's address: the user's, else its own; null without either. */
export function addressOf(name: ProviderName, baseUrl: string | null): string | null {
  return baseUrl ?? PROVIDERS[name].baseUrl;
}
