import type { TurnFailureCode } from './turn-failures.js';

/** What a model does wrong, by what is to be done about it. */
export const FAULT_CLASSES = [
  'rate_model',
  'rate_lane',
  'quota_lane',
  'credit',
  'auth',
  'gone',
  'timeout',
  'upstream',
  'malformed',
  'network',
  'bad_tools',
  'moderation',
  'context',
  'request',
] as const;

export type FaultClass = (typeof FAULT_CLASSES)[number];

/** What went wrong between us and a model. */
export interface Fault {
  readonly class: FaultClass;
  /** Status of the provider's answer; undefined where none came. */
  readonly status?: number | undefined;
  /** After which the provider may be asked again, as far as it is believed: 1 second to an hour. */
  readonly retryAfterSeconds?: number | undefined;
  /** When its limit starts over, in milliseconds since the epoch. */
  readonly resetAt?: number | undefined;
}

/** How a turn fails for which no other model is asked. */
export const CODE_OF_CLASS: Readonly<Record<FaultClass, TurnFailureCode>> = {
  rate_model: 'FREE_POOL_EXHAUSTED',
  rate_lane: 'FREE_POOL_EXHAUSTED',
  quota_lane: 'FREE_POOL_EXHAUSTED',
  credit: 'PROVIDER_AUTH_FAILED',
  auth: 'PROVIDER_AUTH_FAILED',
  gone: 'PROVIDER_UNAVAILABLE',
  timeout: 'PROVIDER_UNAVAILABLE',
  upstream: 'PROVIDER_UNAVAILABLE',
  malformed: 'PROVIDER_UNAVAILABLE',
  network: 'PROVIDER_UNAVAILABLE',
  bad_tools: 'PROVIDER_UNAVAILABLE',
  moderation: 'CONTENT_REJECTED',
  context: 'CONTEXT_TOO_LONG',
  request: 'PROVIDER_BAD_REQUEST',
};
