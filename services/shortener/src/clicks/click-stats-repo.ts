import type { Db } from '@svc/chassis/postgres/pool';

/** What clicks are grouped by. */
export type Dimension = 'exclusion' | 'bucket' | 'referrer' | 'country' | 'device';

export interface ClickGroupRow {
  readonly dimension: Dimension;
  /** Value of the dimension; of a bucket its beginning in local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly name: string;
  /** The instant at which a bucket begins; null for every other dimension. */
  readonly startsAt: Date | null;
  /** Of an exclusion what was excluded for it, else clicks alone. */
  readonly clicks: number;
  readonly uniqueVisitors: number;
}

/** One end of a range: an instant, or a day (`YYYY-MM-DD`) in the range's time zone. */
export type RangeEnd = { readonly instant: Date } | { readonly day: string };

/** Both ends belong to it; null is open. Instants are widened to whole quarter hours. */
export interface ClickRange {
  readonly from: RangeEnd | null;
  readonly to: RangeEnd | null;
  readonly interval: 'day' | 'hour';
  /** IANA name. */
  readonly timeZone: string;
}

export interface ClickGroupLimits {
  readonly buckets: number;
  /** Of each other dimension. */
  readonly groups: number;
}

/**
 * The requests for a link, grouped by each dimension in one reading of its roll-up: buckets in order, other groups with most
 * clicks first. Buckets begin where local days and hours do, so a day may have 23 or 25 hours, and an hour that the clocks repeat
 * is two.
 */
export async function listClickGroups(
  db: Db,
  linkId: string,
  range: ClickRange,
  limits: ClickGroupLimits,
): Promise<ClickGroupRow[]> {
  const { rows } = await db.query<ClickGroupRow>(
    `with request as (
       select q.exclusion, q.referrer_host, q.country, q.device, q.clicks, q.unique_visitors,
              date_trunc($2::text, q.quarter, $3::text) as bucket
         from shortener.click_quarter_hour q
        where q.link_id = $1
          and q.quarter >= coalesce(date_bin('15 minutes', $4::timestamptz, 'epoch'),
                                    $5::date::timestamp at time zone $3::text,
                                    '-infinity')
          and q.quarter < coalesce($6::timestamptz + interval '1 millisecond',
                                   ($7::date + 1)::timestamp at time zone $3::text,
                                   'infinity')
     ), grouped as (
       select case when grouping(r.exclusion) = 0 then 'exclusion'
                   when grouping(r.bucket) = 0 then 'bucket'
                   when grouping(r.referrer_host) = 0 then 'referrer'
                   when grouping(r.country) = 0 then 'country'
                   else 'device' end as dimension,
              coalesce(r.exclusion, to_char(r.bucket at time zone $3::text, 'YYYY-MM-DD"T"HH24:MI:SS'), r.referrer_host,
                       r.country, r.device) as name,
              r.bucket as starts_at,
              case when grouping(r.exclusion) = 0 then sum(r.clicks)
                   else coalesce(sum(r.clicks) filter (where r.exclusion = ''), 0) end as clicks,
              sum(r.unique_visitors) as unique_visitors
         from request r
        group by grouping sets ((r.exclusion), (r.bucket), (r.referrer_host), (r.country), (r.device))
     ), ranked as (
       select g.*, row_number() over (partition by g.dimension order by g.clicks desc, g.name, g.starts_at) as place
         from grouped g
        where g.clicks > 0
     )
     select r.dimension, r.name, r.starts_at as "startsAt", r.clicks, r.unique_visitors as "uniqueVisitors"
       from ranked r
      where r.place <= case r.dimension when 'bucket' then $8::integer else $9::integer end
      order by r.dimension, r.starts_at, r.place
      limit $8::integer + 4 * $9::integer`,
    [
      linkId,
      range.interval,
      range.timeZone,
      instantOf(range.from),
      dayOf(range.from),
      instantOf(range.to),
      dayOf(range.to),
      limits.buckets,
      limits.groups,
    ],
  );
  return rows;
}

function instantOf(end: RangeEnd | null): Date | null {
  return end && 'instant' in end ? end.instant : null;
}

function dayOf(end: RangeEnd | null): string | null {
  return end && 'day' in end ? end.day : null;
}
