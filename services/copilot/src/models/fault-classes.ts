import type { TurnFailureCode } from './failure-codes.js';

/** Faults of a model, classified by how to handle them. */
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

/** A failed call of a model. */
export interface Fault {
  readonly class: FaultClass;
  /** Status of the provider's answer; undefined without one. */
  readonly status?: number | undefined;
  /** The provider's requested wait, clamped to between 1 second and an hour. */
  readonly retryAfterSeconds?: number | undefined;
  /** When its limit resets, in milliseconds since the epoch. */
  readonly resetAt?: number | undefined;
}

/** Codes of failures that no other model can fix. */
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
