import { invalidInput } from '@svc/chassis/errors/app-error';

const DAY_SECONDS = 24 * 60 * 60;

/** Days that a token lives at most, from when it is fetched or renewed, even if more are asked for. */
const TOKEN_DAYS_MAX = 365;

/** The longest life in seconds. */
export const TOKEN_SECONDS_MAX = TOKEN_DAYS_MAX * DAY_SECONDS;

/** Seconds that a token is to live: as many days as were asked for, else what the installation gives. Throws VALIDATION_ERROR. */
export function readTokenLifetime(expiresInDays: number | null | undefined, givenSeconds: number): number {
  if (typeof expiresInDays !== 'number') return givenSeconds;
  if (expiresInDays >= 1 && expiresInDays <= TOKEN_DAYS_MAX) return expiresInDays * DAY_SECONDS;
  throw invalidInput('expiresInDays', `must be a whole number of days from 1 to ${TOKEN_DAYS_MAX}.`);
}
