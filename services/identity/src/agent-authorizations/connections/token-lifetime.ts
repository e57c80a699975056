import { invalidInput } from '@svc/chassis/errors/app-error';
import { DAY_SECONDS } from '@svc/chassis/time/durations';

/** Maximum lifetime of a token in days, from when it is fetched or renewed, even if more are requested. */
const TOKEN_DAYS_MAX = 365;

/** The maximum lifetime in seconds. */
export const TOKEN_SECONDS_MAX = TOKEN_DAYS_MAX * DAY_SECONDS;

/** Returns the lifetime of a token in seconds: the requested days, else the installation's default. Throws VALIDATION_ERROR. */
export function readTokenLifetime(expiresInDays: number | null | undefined, givenSeconds: number): number {
  if (typeof expiresInDays !== 'number') return givenSeconds;
  if (expiresInDays >= 1 && expiresInDays <= TOKEN_DAYS_MAX) return expiresInDays * DAY_SECONDS;
  throw invalidInput('expiresInDays', `must be a whole number of days from 1 to ${TOKEN_DAYS_MAX}.`);
}
