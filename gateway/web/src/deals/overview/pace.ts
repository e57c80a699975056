import type { DayValue } from '@svc/web/shared/line-chart';
import { daysBetween } from '../../days/days-between.js';

/** The views of a deal compared to a steady pace to its target, which ends with the last check of its first video. */
export interface Pace {
  readonly state: 'ahead' | 'behind' | 'missed';
  /** The day of the newest count, after the first post. */
  readonly day: number;
  readonly lastDay: number;
  /** Views at a steady pace by that day. */
  readonly expected: number;
}

interface PaceOptions {
  /** All videos together, oldest first. */
  readonly sum: readonly DayValue[];
  readonly target: number;
  readonly firstPost: string | null;
  readonly checkDays: readonly number[];
}

/** Undefined when there is no pace: without counts, without one after the day of posting, or when the target is reached. */
export function paceOf({ sum, target, firstPost, checkDays }: PaceOptions): Pace | undefined {
  const newest = sum.at(-1);
  const lastDay = Math.max(0, ...checkDays);
  if (!newest || firstPost === null || lastDay === 0) return undefined;
  const day = daysBetween(firstPost, newest.day);
  if (day <= 0 || newest.value >= target) return undefined;
  if (day >= lastDay) return { state: 'missed', day, lastDay, expected: target };
  const expected = Math.round((target * day) / lastDay);
  return { state: newest.value >= expected ? 'ahead' : 'behind', day, lastDay, expected };
}
