import type { TurnFailureCode } from './turn-failures.js';

/** Why a model has not answered; what its provider said of it stays in `cause`. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: TurnFailureCode;

  constructor(code: TurnFailureCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const CONTEXT = /context|too (long|large|many tokens)|maximum.*(length|tokens)/i;

/** The failure that an answer of a provider, or the lack of one, stands for. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { statusCode, message, responseBody, data } = readFacts(error);
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
      return new ModelFailure('PROVIDER_UNAVAILABLE', error);
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
  };
}
