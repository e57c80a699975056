import { CODE_OF_CLASS } from './fault-classes.js';
import { ModelFailure, type ModelFault } from './model-failure.js';
import { readAnswer } from './provider-answer.js';

/** Google's error for an unknown key, sent with status 400. */
const GOOGLE_REFUSAL = 'API_KEY_INVALID';
/** Maximum wait that a provider can demand, in seconds. */
const SECONDS_MAX = 3_600;
/** Wait in seconds when the provider names none. */
const RATE_SECONDS = 30;

/** The failure of a user's own model: key and account are the user's, and there is no pool to exhaust. */
export function userKeyFailure(error: ModelFault): ModelFailure {
  const isRefused = error.fault.class === 'auth' || error.fault.class === 'credit' || isKeyRefused(error);
  if (isRefused) return new ModelFailure('BYOK_KEY_REJECTED', { cause: error });
  if (error.hasSpoken) return new ModelFailure('PROVIDER_STREAM_INTERRUPTED', { cause: error });
  const coolingSeconds = coolingSecondsOf(error, Date.now());
  const retryAfterSeconds = coolingSeconds ?? error.fault.retryAfterSeconds;
  const code = coolingSeconds === undefined ? CODE_OF_CLASS[error.fault.class] : 'PROVIDER_UNAVAILABLE';
  return new ModelFailure(code, { retryAfterSeconds, cause: error });
}

/** Whether the provider rejects the key, so that the user must enter another one. */
export function isKeyRefused({ fault, cause }: ModelFault): boolean {
  return fault.status === 401 || (fault.status === 400 && readAnswer(cause, 0).said.includes(GOOGLE_REFUSAL));
}

/** Cooldown in seconds that the fault calls for; undefined for none. */
export function coolingSecondsOf({ fault }: ModelFault, now: number): number | undefined {
  if (fault.status !== 429) return undefined;
  const untilReset = fault.resetAt === undefined ? undefined : Math.ceil((fault.resetAt - now) / 1_000);
  return Math.min(fault.retryAfterSeconds ?? untilReset ?? RATE_SECONDS, SECONDS_MAX);
}
