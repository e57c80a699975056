import type { Output } from '../../api/operations.js';

export type Provider = NonNullable<Output<'copilot.get_config'>['provider']>;

/** The providers' names. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  openrouter: 'OpenRouter',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  groq: 'Groq',
  mistral: 'Mistral',
  custom: 'Another server',
};

export const PROVIDERS = Object.keys(PROVIDER_NAMES) as Provider[];
