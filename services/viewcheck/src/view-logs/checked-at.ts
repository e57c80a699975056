import { invalidInput } from '@svc/chassis/errors/app-error';
import { parseRangeStart, startOfDay } from '@svc/chassis/time/calendar';
import { DAY_MS } from '@svc/chassis/time/durations';

/**
 * Parses the instant of a view log: a date is the start of that day in the time zone, a date-time has its own offset and millisecond precision.
 * Throws invalid_input for any other text, for more than 24 hours after `now`, and for days before 2005.
 */
export function parseCheckedAt(text: string, timeZone: string, now: Date): Date {
  const path = 'checkedAt';
  const instant = parseRangeStart(text, timeZone, path);
  if (instant.getTime() > now.getTime() + DAY_MS) {
    throw invalidInput(path, 'must not be more than 24 hours ahead.');
  }
  if (instant < startOfDay('2005-01-01', timeZone)) {
    throw invalidInput(path, 'must not be before 2005-01-01.');
  }
  return instant;
}
