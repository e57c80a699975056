import type { Input, Output } from '../api/operations.js';

/** Selectable spans; the first is the default. */
export const CLICK_SPANS = ['month', 'hours', 'all'] as const;

export type ClickSpan = (typeof CLICK_SPANS)[number];

export const SPAN_LABELS: Readonly<Record<ClickSpan, string>> = {
  month: 'Last 30 days',
  hours: 'Last 48 hours',
  all: 'All time',
};

type Stats = Output<'short_links.stats'>;

export interface ClickPoint {
  /** `YYYY-MM-DD`, or the instant at which an hour begins. */
  readonly day: string;
  readonly clicks: number;
  readonly visitors: number;
}

const HOUR_MS = 3_600_000;
const HOURS = 48;
const DAYS = 30;
/** Maximum days without clicks that are drawn; an older link shows only days with clicks. */
const DAYS_MAX = 1_000;

/** The API input for a span that ends now; `hour` is the start of the current one. */
export function statsInput(linkId: string, span: ClickSpan, today: string, hour: number): Input<'short_links.stats'> {
  if (span === 'hours') {
    return { linkId, interval: 'hour', from: new Date(hour - (HOURS - 1) * HOUR_MS).toISOString() };
  }
  return { linkId, interval: 'day', ...(span === 'month' && { from: dayBefore(today, DAYS - 1) }) };
}

/** The beginning of the hour in which an instant lies. */
export function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS) * HOUR_MS;
}

/** Every day or hour of the span, including those without clicks, which the API omits. */
export function clickPoints(stats: Stats, span: ClickSpan, today: string, hour: number): ClickPoint[] {
  const known =
    stats.byHour?.map(({ hour: day, clicks, uniqueVisitors }) => ({ day, clicks, visitors: uniqueVisitors })) ??
    stats.byDay?.map(({ day, clicks, uniqueVisitors }) => ({ day, clicks, visitors: uniqueVisitors })) ??
    [];
  const keys = span === 'hours' ? lastHours(hour) : daysUntil(today, span === 'month' ? DAYS : spanOf(known, today));
  if (keys.length > DAYS_MAX) return known;
  const byKey = new Map(known.map((point) => [keyOf(point.day), point]));
  return keys.map((day) => byKey.get(keyOf(day)) ?? { day, clicks: 0, visitors: 0 });
}

const keyOf = (day: string): string => (day.includes('T') ? new Date(day).toISOString() : day);

const lastHours = (hour: number): string[] =>
  Array.from({ length: HOURS }, (_each, index) => new Date(hour - (HOURS - 1 - index) * HOUR_MS).toISOString());

const daysUntil = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_each, index) => dayBefore(today, count - 1 - index));

function spanOf([first]: readonly ClickPoint[], today: string): number {
  return first === undefined ? DAYS : Math.max(2, (Date.parse(today) - Date.parse(first.day)) / (24 * HOUR_MS) + 1);
}

function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 24 * HOUR_MS).toISOString().slice(0, 10);
}
