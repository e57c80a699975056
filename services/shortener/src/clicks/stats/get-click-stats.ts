import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { backwardRange, parseMoment } from '@svc/chassis/time/calendar';
import { isTimeZone } from '@svc/chassis/time/time-zone';
import { type ClickGroupRow, type Dimension, listClickGroups, type RangeEnd } from './click-stats-repo.js';

const BUCKETS_MAX = 10_000;
const GROUPS_MAX = 100;

/** Supported days: no link was clicked earlier, and the database supports this range. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '9900-12-31'];

export interface ClickStatsRequest {
  /** An instant (ISO 8601 with `Z` or an offset), or a day (`YYYY-MM-DD`) in the time zone; null for all time. */
  readonly from: string | null;
  /** The same for the inclusive end: a day extends to its end, an instant to the end of its quarter hour. */
  readonly to: string | null;
  /** Length of the buckets. */
  readonly interval: 'day' | 'hour';
  /** IANA name. */
  readonly timeZone: string;
}

export interface ClickBucket {
  /** Start of the bucket: for days `YYYY-MM-DD` in the time zone, for hours an instant (ISO 8601 in UTC). */
  readonly start: string;
  readonly clicks: number;
  readonly uniqueVisitors: number;
}

export interface ClickGroup {
  /** '' when it is not known. */
  readonly name: string;
  readonly clicks: number;
}

export interface ClickStats {
  readonly clicks: number;
  /** Visitors, each counted once per UTC day. */
  readonly uniqueVisitors: number;
  /** Requests that are not clicks. */
  readonly bots: number;
  readonly heads: number;
  readonly prefetches: number;
  /** Days or hours with clicks, in order. */
  readonly buckets: ClickBucket[];
  /** Groups by most clicks, at most 100 of each. */
  readonly referrers: ClickGroup[];
  readonly countries: ClickGroup[];
  readonly devices: ClickGroup[];
}

/**
 * Statistics of a link's clicks in a range; zeros without clicks. Throws invalid_input for ends that are neither instant nor day or are in the wrong
 * order, for an unknown time zone, and for more than 10,000 buckets.
 */
export async function getClickStats(db: Db, linkId: string, request: ClickStatsRequest): Promise<ClickStats> {
  const { interval, timeZone } = request;
  if (!isTimeZone(timeZone)) {
    throw invalidInput('timeZone', 'must be an IANA time zone, such as Europe/Berlin.');
  }
  const from = request.from === null ? null : parseRangeEnd('from', request.from);
  const to = request.to === null ? null : parseRangeEnd('to', request.to);
  checkOrder(from, to);

  const limits = { buckets: BUCKETS_MAX + 1, groups: GROUPS_MAX };
  const rows = await listClickGroups(db, linkId, { from, to, interval, timeZone }, limits);

  const of = (dimension: Dimension): ClickGroupRow[] => rows.filter((row) => row.dimension === dimension);
  const groupsOf = (dimension: Dimension): ClickGroup[] => of(dimension).map(({ name, clicks }) => ({ name, clicks }));
  const excluded = new Map(of('exclusion').map((row) => [row.name, row]));
  const buckets = of('bucket');
  if (buckets.length > BUCKETS_MAX) {
    throw invalidInput(
      'interval',
      'cannot be hour for more than 10,000 hours with clicks. Ask for a shorter range, or for days.',
    );
  }
  return {
    clicks: excluded.get('')?.clicks ?? 0,
    uniqueVisitors: excluded.get('')?.uniqueVisitors ?? 0,
    bots: excluded.get('bot')?.clicks ?? 0,
    heads: excluded.get('head')?.clicks ?? 0,
    prefetches: excluded.get('prefetch')?.clicks ?? 0,
    buckets: buckets.map(({ name, startsAt, clicks, uniqueVisitors }) => ({
      start: interval === 'day' || !startsAt ? name.slice(0, 10) : startsAt.toISOString(),
      clicks,
      uniqueVisitors,
    })),
    referrers: groupsOf('referrer'),
    countries: groupsOf('country'),
    devices: groupsOf('device'),
  };
}

function parseRangeEnd(path: 'from' | 'to', text: string): RangeEnd {
  const end = parseMoment(path, text);
  const day = 'day' in end ? end.day : end.instant.toISOString().slice(0, 10);
  if (day < FIRST_DAY || day > LAST_DAY) throw invalidInput(path, `must be from ${FIRST_DAY} to ${LAST_DAY}.`);
  return end;
}

/** Throws for ends in the wrong order. A day and an instant are not compared, because the database resolves days; such a range may be empty. */
function checkOrder(from: RangeEnd | null, to: RangeEnd | null): void {
  if (!from || !to) return;
  const isWrong =
    ('day' in from && 'day' in to && from.day > to.day) ||
    ('instant' in from && 'instant' in to && from.instant > to.instant);
  if (isWrong) throw backwardRange();
}
