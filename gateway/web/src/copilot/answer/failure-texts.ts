import type { Formats } from '@svc/web/shared/format';
import { describeError, isApiError } from '../../api/api-error.js';
import type { AnswerEnd } from './answer.js';

/** Advice about a failed answer, by its error code. */
const FAILURES: Readonly<Record<string, string>> = {
  CONSENT_REQUIRED: 'You withdrew your consent. Agree again, then retry.',
  CONTENT_REJECTED: "The model won't answer this. Rephrase your question.",
  CONTEXT_TOO_LONG: 'This conversation is too long. Start a new one.',
  PROVIDER_AUTH_FAILED: "The model's provider refused our key. Tell an administrator.",
  PROVIDER_UNAVAILABLE: "The model doesn't answer. Try again in a moment.",
  PROVIDER_BAD_REQUEST: 'The model refused the request. Choose another one in Settings.',
  PROVIDER_STREAM_INTERRUPTED: 'The model stopped early. Try again.',
  FREE_POOL_EXHAUSTED: 'All free models are busy. Try again later.',
  TURN_TIMED_OUT: 'The answer took too long. Ask for less at a time.',
  SIGN_IN_UNCHECKED: "Your sign-in couldn't be checked. Try again in a moment.",
  SERVER_RESTARTED: 'The copilot restarted meanwhile. Try again.',
};

/** Transient failures with a known end. */
const WAITING: Readonly<Record<string, string>> = {
  PROVIDER_UNAVAILABLE: "The model doesn't answer.",
  FREE_POOL_EXHAUSTED: 'All free models are busy.',
};

/** Failures to report to an operator; for others a retry is more useful. */
const REPORTED: ReadonlySet<string> = new Set(['PROVIDER_AUTH_FAILED', 'PROVIDER_BAD_REQUEST']);

/** Why an answer is missing or incomplete; undefined for a complete one. */
export function missingText(end: AnswerEnd | undefined): string | undefined {
  if (end?.status === 'stopped') return 'This answer was stopped.';
  if (end?.status !== 'failed') return undefined;
  const { code = '', sentence, requestId, retryAfterSeconds } = end;
  const waiting = WAITING[code];
  if (waiting !== undefined && retryAfterSeconds !== undefined) {
    return `${waiting} Try again in ${pauseText(retryAfterSeconds)}.`;
  }
  const known = FAILURES[code];
  const text = known ?? (sentence === '' ? 'Something went wrong. Try again.' : sentence);
  const isReported = requestId !== undefined && (REPORTED.has(code) || !(known ?? code.startsWith('BYOK')));
  return isReported ? `${text} Request ${requestId}.` : text;
}

const MINUTES = ['minute', 60] as const;
const HOURS = ['hour', 3_600] as const;

function pauseText(seconds: number): string {
  const [unit, each] = seconds < 100 ? (['second', 1] as const) : seconds < 6_000 ? MINUTES : HOURS;
  const count = Math.ceil(seconds / each);
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Why a question was refused. */
export function refusalText(error: unknown, { time }: Formats): string {
  if (isApiError(error) && error.code === 'FREE_DAILY_LIMIT_REACHED' && error.body.resetAt !== undefined) {
    return `Today's free answers are used. More come at ${time(error.body.resetAt)}.`;
  }
  return describeError(error);
}
