import type { Fault, FaultClass } from './fault-classes.js';
import { type ProviderAnswer, readAnswer } from './provider-answer.js';

const OF_STATUS: Readonly<Partial<Record<number, FaultClass>>> = {
  401: 'auth',
  402: 'credit',
  404: 'gone',
  408: 'timeout',
  410: 'gone',
  413: 'context',
  504: 'timeout',
};

/** A limit that resets within the first is a per-minute limit of the account; one that takes longer than the second is a daily one. */
const MINUTE_LIMIT_MS = 90_000;
const DAY_LIMIT_MS = 10 * 60_000;

const CONTEXT = /context|too (long|large|many tokens)|maximum.*(length|tokens)/i;
const MODERATION = /moderation|flagged/i;
const NO_ENDPOINTS = /no endpoints/i;
const PER_DAY = /free-models-per-day/i;
const PER_MINUTE = /free-models-per-min/i;
/** Names of errors for answers that cannot be parsed. */
const UNREADABLE = /JSONParse|TypeValidation|InvalidResponse|NoContent|EmptyResponse/;

/** How far a call of a model got. */
export interface CallState {
  /** The provider's stream had begun. */
  readonly hasOpened: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Classifies the error with which a provider's library ended a call. Accepts anything, and never throws. */
export function classifyFault(error: unknown, { hasOpened, now }: CallState): Fault {
  const answer = readAnswer(error, now);
  const { status, retryAfterSeconds, resetAt } = answer;
  if (status === undefined) return { class: classWithoutStatus(error, hasOpened) };
  return { class: classOf(answer, status, now), status, retryAfterSeconds, resetAt };
}

function classWithoutStatus(error: unknown, hasOpened: boolean): FaultClass {
  const isError = error instanceof Error;
  if (isError && UNREADABLE.test(error.name)) return 'malformed';
  if (!hasOpened) return 'network';
  // Anything but an error of the library was sent by the provider.
  return isError ? 'malformed' : 'upstream';
}

function classOf(answer: ProviderAnswer, status: number, now: number): FaultClass {
  const { said, isNoStream } = answer;
  // After a success, the library could not read what followed, such as a stream that was cut.
  if (isNoStream || status < 300) return 'malformed';
  if (status === 429) return rateClassOf(answer, now);
  if (status === 403) return MODERATION.test(said) ? 'moderation' : 'auth';
  if (status >= 400 && status < 500 && NO_ENDPOINTS.test(said)) return 'gone';
  if (status === 400 || status === 422) return CONTEXT.test(said) ? 'context' : 'request';
  return OF_STATUS[status] ?? 'upstream';
}

function rateClassOf({ said, remaining, resetAt }: ProviderAnswer, now: number): FaultClass {
  if (PER_DAY.test(said)) return 'quota_lane';
  if (PER_MINUTE.test(said)) return 'rate_lane';
  if (resetAt === undefined) return 'rate_model';
  if (resetAt - now <= MINUTE_LIMIT_MS) return 'rate_lane';
  return remaining === 0 && resetAt - now > DAY_LIMIT_MS ? 'quota_lane' : 'rate_model';
}
