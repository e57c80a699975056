import { ModelFailure } from './model-failure.js';

/** What Google says, with status 400, of a key that it does not know. */
const GOOGLE_REFUSAL = 'API_KEY_INVALID';

/** The failure of a model that a user's own key was for: a refused key is the user's to replace. */
export function toOwnFailure(failure: ModelFailure): ModelFailure {
  const { statusCode, responseBody } = Object(failure.cause) as { statusCode?: unknown; responseBody?: unknown };
  const isRefused = statusCode === 401 || (typeof responseBody === 'string' && responseBody.includes(GOOGLE_REFUSAL));
  return isRefused ? new ModelFailure('BYOK_KEY_REJECTED', failure) : failure;
}
