import type { Db } from '@svc/chassis/postgres/pool';

/** Dimensions of clicks. */
export type Dimension = 'exclusion' | 'bucket' | 'referrer' | 'country' | 'device';

export interface ClickGroupRow {
  readonly dimension: Dimension;
  /** Value of the dimension; for a bucket its start in local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly name: string;
  /** The instant at which a bucket begins; null for every other dimension. */
  readonly startsAt: Date | null;
  /** Number of clicks; for an exclusion, number of excluded requests. */
  readonly clicks: number;
  readonly uniqueVisitors: number;
}

/** One end of a range: an instant, or a day (`YYYY-MM-DD`) in the range's time zone. */
export type RangeEnd = { readonly instant: Date } | { readonly day: string };

/** A range with inclusive ends; null is unbounded. Instants are widened to whole quarter hours. */
export interface ClickRange {
  readonly from: RangeEnd | null;
  readonly to: RangeEnd | null;
  readonly interval: 'day' | 'hour';
  /** IANA name. */
  readonly timeZone: string;
}

export interface ClickGroupLimits {
  readonly buckets: number;
  /** Maximum rows of each other dimension. */
  readonly groups: number;
}

/**
 * The requests for a link, grouped by each dimension in one read of its roll-ups: buckets in order, other groups with most clicks first. Buckets
 * follow local days and hours, so a day may have 23 or 25 hours, and a repeated hour is two buckets. Whole UTC days are read from the daily totals
 * where those exist, and the rest at both ends from the quarter hours.
 */
export async function listClickGroups(
  db: Db,
  linkId: string,
  range: ClickRange,
  limits: ClickGroupLimits,
): Promise<ClickGroupRow[]> {
  return db.list<ClickGroupRow>(
    `with given as (
       select coalesce(date_bin('15 minutes', $4::timestamptz, 'epoch'),
                       $5::date::timestamp at time zone $3::text,
                       '-infinity') as since,
              coalesce($6::timestamptz + interval '1 millisecond',
                       ($7::date + 1)::timestamp at time zone $3::text,
                       'infinity') as until
     ), span as materialized (
       select g.since, g.until,
              date_trunc('day', g.since + interval '1 day' - interval '1 microsecond', 'UTC') as first_midnight,
              date_trunc('day', g.until, 'UTC') as last_midnight
         from given g
     ), request as (
       select q.exclusion, q.referrer_host, q.country, q.device, q.clicks, q.unique_visitors,
              date_trunc($2::text, q.quarter, $3::text) as bucket
         from shortener.click_quarter_hour q
        where q.link_id = $1 and q.quarter >= (select since from span)
          and q.quarter < (select until from span)
        union all
       select h.exclusion, h.referrer_host, h.country, h.device, h.clicks, h.unique_visitors, null
         from shortener.click_quarter_hour_history h
        where h.link_id = $1 and h.quarter >= (select since from span)
          and h.quarter < (select least(first_midnight, until) from span)
        union all
       select h.exclusion, h.referrer_host, h.country, h.device, h.clicks, h.unique_visitors, null
         from shortener.click_quarter_hour_history h
        where h.link_id = $1
          and h.quarter >= (select greatest(last_midnight, first_midnight) from span)
          and h.quarter < (select until from span)
     ), part as (
       select case when grouping(r.exclusion) = 0 then 'exclusion'
                   when grouping(r.bucket) = 0 then 'bucket'
                   when grouping(r.referrer_host) = 0 then 'referrer'
                   when grouping(r.country) = 0 then 'country'
                   else 'device' end as dimension, coalesce(r.exclusion, r.referrer_host, r.country, r.device) as name,
              r.bucket as starts_at,
              case when grouping(r.exclusion) = 0 then sum(r.clicks)
                   else coalesce(sum(r.clicks) filter (where r.exclusion = ''), 0) end as clicks,
              sum(r.unique_visitors) as unique_visitors
         from request r
        group by grouping sets ((r.exclusion), (r.bucket), (r.referrer_host), (r.country), (r.device))
       having grouping(r.bucket) = 1 or r.bucket is not null
        union all
       select d.dimension, d.name, null, sum(d.clicks), sum(d.unique_visitors)
         from shortener.click_day_totals d
        where d.link_id = $1
          and d.day >= (select (first_midnight at time zone 'UTC')::date from span)
          and d.day < (select (last_midnight at time zone 'UTC')::date from span)
        group by d.dimension, d.name
        union all
       select 'bucket', null, date_trunc($2::text, t.quarter, $3::text), sum(t.clicks), sum(t.unique_visitors)
         from shortener.click_quarter_totals t
        where t.link_id = $1 and t.quarter >= (select since from span)
          and t.quarter < (select until from span)
        group by 3
     ), grouped as (
       select p.dimension, p.name, p.starts_at, sum(p.clicks) as clicks, sum(p.unique_visitors) as unique_visitors
         from part p
        group by p.dimension, p.name, p.starts_at
     ), ranked as (
       select g.*, row_number() over (partition by g.dimension order by g.clicks desc, g.name, g.starts_at) as place
         from grouped g
        where g.clicks > 0
     )
     select r.dimension,
            coalesce(r.name, to_char(r.starts_at at time zone $3::text, 'YYYY-MM-DD"T"HH24:MI:SS')) as name,
            r.starts_at as "startsAt", r.clicks::bigint, r.unique_visitors::bigint as "uniqueVisitors"
       from ranked r
      where r.place <= case r.dimension when 'bucket' then $8::integer else $9::integer end
      order by r.dimension, r.starts_at, r.place limit $8::integer + 4 * $9::integer`,
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
}

function instantOf(end: RangeEnd | null): Date | null {
  return end && 'instant' in end ? end.instant : null;
}

function dayOf(end: RangeEnd | null): string | null {
  return end && 'day' in end ? end.day : null;
}
