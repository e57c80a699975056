import { addDays, daysBetween, localDay, startOfDay } from '@svc/chassis/time/calendar';

/** Maximum points of a series: one year of days. Longer series are thinned out. */
const POINTS_MAX = 366;

/** Consecutive days that share one point of a series. */
export interface Interval {
  /** Start of the first day. */
  readonly startsAt: Date;
  /** YYYY-MM-DD; for the last interval the day of the last view log. */
  readonly lastDay: string;
}

export interface Intervals {
  /** Number of days per interval. */
  readonly stepDays: number;
  /** Intervals, oldest first. */
  readonly intervals: readonly Interval[];
}

/** Divides the days between two instants into intervals of equal length; single days if these are few enough. */
export function divideDays(first: Date, last: Date, timeZone: string): Intervals {
  const firstDay = localDay(first, timeZone);
  const lastDay = localDay(last, timeZone);
  const dayCount = daysBetween(firstDay, lastDay) + 1;
  const stepDays = Math.ceil(dayCount / POINTS_MAX);
  const intervals = Array.from({ length: Math.ceil(dayCount / stepDays) }, (_, index) => {
    const day = addDays(firstDay, index * stepDays);
    const end = addDays(day, stepDays - 1);
    return { startsAt: startOfDay(day, timeZone), lastDay: end < lastDay ? end : lastDay };
  });
  return { stepDays, intervals };
}
