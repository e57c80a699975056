import type { TurnFailureCode } from './turn-failures.js';

/** Why a model has not answered; what its provider said of it stays in `cause`. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: TurnFailureCode;
  /** After which the provider may answer again; undefined where it has not said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: TurnFailureCode, cause?: unknown, retryAfterSeconds?: number) {
    super(code, { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Seconds of the longest wait that a provider is believed. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

const CONTEXT = /context|too (long|large|many tokens)|maximum.*(length|tokens)/i;

/** The failure that an answer of a provider, or the lack of one, stands for. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { statusCode, message, responseBody, data, retryAfterSeconds } = readFacts(error);
  const said = `${message} ${responseBody}`;
  switch (statusCode) {
    case 401:
    case 402:
      return new ModelFailure('PROVIDER_AUTH_FAILED', error);
    case 403:
      return new ModelFailure(
        /moderation|flagged/i.test(`${said} ${data}`) ? 'CONTENT_REJECTED' : 'PROVIDER_AUTH_FAILED',
        error,
      );
    case 413:
      return new ModelFailure('CONTEXT_TOO_LONG', error);
    case 400:
    case 422:
      return new ModelFailure(CONTEXT.test(said) ? 'CONTEXT_TOO_LONG' : 'PROVIDER_BAD_REQUEST', error);
    default:
      return new ModelFailure('PROVIDER_UNAVAILABLE', error, retryAfterSeconds);
  }
}

function readFacts(error: unknown) {
  const facts = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    statusCode: typeof facts.statusCode === 'number' ? facts.statusCode : undefined,
    message: text(facts.message),
    responseBody: text(facts.responseBody),
    data: JSON.stringify(facts.data ?? null),
    retryAfterSeconds: toSeconds(text(Object(facts.responseHeaders)['retry-after'])),
  };
}

/** Seconds of a `Retry-After`, which are seconds or a date; undefined for anything else. */
function toSeconds(said: string): number | undefined {
  const seconds = /^-?\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), RETRY_AFTER_SECONDS_MAX);
}
