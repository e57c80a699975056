import { DAY_MS } from '@svc/chassis/time/durations';

/** Days from the epoch to the UTC day of a time (milliseconds since the epoch). */
export function dayNumberOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** That day as `YYYY-MM-DD`. */
export function dayOf(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
