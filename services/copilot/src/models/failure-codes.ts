/** Error codes of failed turns. */
export type TurnFailureCode =
  | 'CONSENT_REQUIRED'
  | 'CONTENT_REJECTED'
  | 'CONTEXT_TOO_LONG'
  | 'BYOK_KEY_MISSING'
  | 'BYOK_KEY_UNREADABLE'
  | 'BYOK_KEY_REJECTED'
  | 'MODEL_NOT_CONFIGURED'
  | 'PROVIDER_AUTH_FAILED'
  | 'PROVIDER_UNAVAILABLE'
  | 'PROVIDER_BAD_REQUEST'
  | 'PROVIDER_STREAM_INTERRUPTED'
  | 'FREE_POOL_EXHAUSTED'
  | 'TURN_TIMED_OUT'
  | 'SIGN_IN_UNCHECKED'
  | 'SERVER_RESTARTED';

/** Fixed message for each code, without the provider's text. */
export const FAILURE_TEXTS: Readonly<Record<TurnFailureCode, string>> = {
  CONSENT_REQUIRED: 'You no longer agree that your messages go to the model. Agree again, and try again.',
  CONTENT_REJECTED: 'The model refuses to answer this message. Rephrase it.',
  CONTEXT_TOO_LONG: 'This conversation is too long for the model. Start a new one.',
  BYOK_KEY_MISSING: 'You have removed your own key. Enter one in the settings of the copilot.',
  BYOK_KEY_UNREADABLE: 'Your own key can no longer be opened. Enter it again.',
  MODEL_NOT_CONFIGURED: 'No model is chosen. Choose one of your provider.',
  BYOK_KEY_REJECTED: 'Your provider refuses your own key or your account. Look there, or enter another key.',
  PROVIDER_AUTH_FAILED: "The model's provider refuses our key. Tell an administrator.",
  PROVIDER_UNAVAILABLE: "The model doesn't answer right now. Try again in a moment.",
  PROVIDER_BAD_REQUEST: "The model's provider refuses the request. Try another model.",
  PROVIDER_STREAM_INTERRUPTED: 'The model broke off in the middle of its answer. Try again.',
  FREE_POOL_EXHAUSTED: 'All free models are busy right now. Try again later.',
  TURN_TIMED_OUT: 'The answer took too long. Ask for less at a time.',
  SIGN_IN_UNCHECKED: "Your sign-in can't be checked right now. Try again in a moment.",
  SERVER_RESTARTED: 'The copilot was restarted in the middle of its answer. Try again.',
};

export const TURN_FAILURE_CODES = Object.keys(FAILURE_TEXTS) as readonly TurnFailureCode[];

export function isTurnFailureCode(code: string | null | undefined): code is TurnFailureCode {
  return typeof code === 'string' && Object.hasOwn(FAILURE_TEXTS, code);
}
