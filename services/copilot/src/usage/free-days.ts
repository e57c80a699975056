import { endOfDay, localDay } from '@svc/chassis/time/calendar';

/** A day for counting free turns: in one zone for everyone, so that changing zones gains no turns. */
export interface FreeDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** When the next one begins. */
  readonly resetAt: Date;
}

export function freeDayAt(instant: Date, timeZone: string): FreeDay {
  const day = localDay(instant, timeZone);
  return { day, resetAt: endOfDay(day, timeZone) };
}
