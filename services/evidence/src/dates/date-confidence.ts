import { daysBetween } from '@svc/chassis/time/calendar';
import type { Context } from '../context.js';
import type { Published } from '../schemas/candidate.js';
import type { DateConfidence } from '../schemas/vocabulary.js';
import { type DaySpan, spanOf } from './publication.js';

export interface JudgedDate {
  readonly confidence: DateConfidence;
  /** Days from the requested date to the publication, negative before it; null without a single known day. */
  readonly deltaDays: number | null;
  /** Whether the publication is more than a day in the future, and therefore ignored. */
  readonly isInFuture: boolean;
}

const WINDOW_DAYS = 3;
const UNKNOWN: JudgedDate = { confidence: 'unknown', deltaDays: null, isInFuture: false };

/** Determines how well a publication matches the requested day or range. */
export function judgeDate(
  published: Published | null,
  requested: DaySpan | null,
  context: Pick<Context, 'asOf' | 'timeZone' | 'today' | 'days'>,
): JudgedDate {
  const span = published && spanOf(published, context);
  const day = span || !published ? null : published.date;
  if (day !== null && daysBetween(context.today, day) > 1) return { ...UNKNOWN, isInFuture: true };
  if (!requested) return UNKNOWN;
  if (span) {
    const touches = span.from <= requested.to && span.to >= requested.from;
    return { ...UNKNOWN, confidence: touches ? 'approximate' : 'mismatch' };
  }
  if (day === null) return UNKNOWN;
  const deltaDays = daysOff(day, requested);
  return { confidence: confidenceOf(Math.abs(deltaDays)), deltaDays, isInFuture: false };
}

/** Days outside of the range; 0 within it. */
function daysOff(day: string, { from, to }: DaySpan): number {
  if (day < from) return daysBetween(from, day);
  return day > to ? daysBetween(to, day) : 0;
}

function confidenceOf(daysOff: number): DateConfidence {
  if (daysOff === 0) return 'exact';
  if (daysOff === 1) return 'adjacent';
  return daysOff <= WINDOW_DAYS ? 'window' : 'mismatch';
}
