import { AppError } from '@svc/chassis/errors/app-error';

/** Creates an error with one of this service's codes. */
export const copilotError = AppError.define({
  URL_NOT_ALLOWED: { kind: 'invalid_input', meaning: 'The address may not be reached; `reason` says why.' },
  MODEL_NOT_ALLOWED: { kind: 'invalid_input', meaning: 'The model does not exist, or cannot be chosen.' },
  CONSENT_REQUIRED: {
    kind: 'forbidden',
    meaning: 'You have not agreed that your messages leave the product; `scope` and `version` say to what.',
  },
  TURN_IN_PROGRESS: { kind: 'conflict', meaning: 'The copilot is still answering in this conversation.' },
  APPROVAL_ALREADY_DECIDED: { kind: 'wrong_state', meaning: 'You have already decided this.' },
  MCP_SERVER_DUPLICATE: { kind: 'conflict', meaning: 'Another MCP server has this address.' },
  APPROVAL_EXPIRED: { kind: 'gone', meaning: 'It was not decided in time, or the conversation went on without it.' },
  MODEL_NOT_CONFIGURED: {
    kind: 'wrong_state',
    meaning: 'The installation has no model for the copilot; in mode `byok`: you have chosen none of your provider.',
  },
  BYOK_KEY_MISSING: { kind: 'wrong_state', meaning: 'There is no key of your own to use.' },
  BYOK_KEY_UNREADABLE: { kind: 'wrong_state', meaning: 'Your own key can no longer be opened. Enter it again.' },
  BYOK_KEY_REJECTED: { kind: 'wrong_state', meaning: 'Your provider refuses your own key or your account.' },
  CONTENT_REJECTED: { kind: 'unprocessable', meaning: 'The model refuses to answer this message.' },
  CONTEXT_TOO_LONG: { kind: 'unprocessable', meaning: 'The conversation is too long for the model.' },
  FREE_DAILY_LIMIT_REACHED: {
    kind: 'rate_limited',
    meaning: "The day's free turns are used up; `resetAt` says when the next day begins.",
  },
  PROVIDER_AUTH_FAILED: { kind: 'upstream_failed', meaning: "The model's provider refuses the key." },
  PROVIDER_UNAVAILABLE: { kind: 'upstream_failed', meaning: "The model's provider does not answer." },
  MCP_SERVER_UNAVAILABLE: { kind: 'upstream_failed', meaning: 'A tool of an MCP server cannot be called now.' },
  PROVIDER_BAD_REQUEST: { kind: 'upstream_failed', meaning: "The model's provider refuses the request." },
  PROVIDER_STREAM_INTERRUPTED: { kind: 'upstream_failed', meaning: 'The model broke off in the middle of its answer.' },
  FREE_POOL_EXHAUSTED: {
    kind: 'unavailable',
    meaning: 'All models of the installation are cooling down. `Retry-After` says for how long, where that is known.',
  },
  TURN_TIMED_OUT: { kind: 'upstream_failed', meaning: 'The answer took longer than allowed. Its text so far is kept.' },
  SIGN_IN_UNCHECKED: {
    kind: 'unavailable',
    meaning: 'The user could not be verified again in the middle of the answer. Try again.',
  },
  ENCRYPTION_UNAVAILABLE: {
    kind: 'unavailable',
    meaning: 'The installation cannot keep keys of users and headers of MCP servers.',
  },
  COPILOT_BUSY: { kind: 'unavailable', meaning: 'The copilot is at capacity. Try again shortly.' },
  SERVER_RESTARTED: { kind: 'unavailable', meaning: 'The process that answered has stopped. Try again.' },
});
