import { invalidInput } from '@svc/chassis/errors/app-error';
import {
  addDays,
  backwardRange,
  boundsOfWeeks,
  daysBetween,
  localDay,
  parseMoment,
  startOfWeek,
} from '@svc/chassis/time/calendar';
import type { GetViewGainsRequest } from '@svc/proto/viewcheck/v1/view_log_service';

const WEEKS_BY_DEFAULT = 12;
export const WEEKS_MAX = 53;
/** Maximum days from today. */
const DAYS_AHEAD_MAX = 366;

export interface Weeks {
  /** Monday of the first week, YYYY-MM-DD. */
  readonly firstDay: string;
  /** Start of each week, and the end of the last one. */
  readonly bounds: readonly Date[];
}

/** Returns the weeks from one day to another, by default twelve until today. Throws `invalid_input` for an invalid range and for too many weeks. */
export function readWeeks({ from, to }: Pick<GetViewGainsRequest, 'from' | 'to'>, timeZone: string, now: Date): Weeks {
  const today = localDay(now, timeZone);
  const last = readDay('to', to) ?? today;
  const first = readDay('from', from) ?? addDays(last, -(WEEKS_BY_DEFAULT - 1) * 7);
  const end = addDays(today, DAYS_AHEAD_MAX);
  if (last > end) throw invalidInput('to', `must be a date no later than ${end}.`);
  if (first > last) throw backwardRange();
  const firstDay = startOfWeek(first);
  const count = daysBetween(firstDay, startOfWeek(last)) / 7 + 1;
  if (count > WEEKS_MAX) {
    throw invalidInput('from', `must be at most ${WEEKS_MAX} weeks before the end, not ${count} weeks.`);
  }
  return { firstDay, bounds: boundsOfWeeks(firstDay, count, timeZone) };
}

function readDay(path: string, text: string | null | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  const moment = parseMoment(path, text);
  if (!('day' in moment)) throw invalidInput(path, 'must be a date, such as 2026-05-31.');
  return moment.day;
}
