import { addDays, daysBetween, localDay, startOfDay } from '@svc/chassis/time/calendar';

/** Maximum points of a series: a year of days. Longer ones are thinned out. */
const POINTS_MAX = 366;

/** Consecutive days that share one point of a series. */
export interface Interval {
  /** The first instant of the first day. */
  readonly startsAt: Date;
  /** YYYY-MM-DD; for the last interval the day of the last view log. */
  readonly lastDay: string;
}

export interface Intervals {
  /** Days in each. */
  readonly stepDays: number;
  /** Oldest first. */
  readonly intervals: readonly Interval[];
}

/** Divides the days from one instant to another into intervals of equal length, single days while these are few enough. */
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
