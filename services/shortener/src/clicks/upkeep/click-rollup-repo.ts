import type { Db } from '@svc/chassis/postgres/pool';

/** Links with at least this many rows of a UTC day in the roll-up, most rows first. */
export async function listBusyLinks(db: Db, day: string, rowsMin: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ linkId: string }>(
    `select q.link_id as "linkId" from shortener.click_quarter_hour q
      where q.quarter >= $1::date::timestamp at time zone 'UTC'
        and q.quarter < ($1::date + 1)::timestamp at time zone 'UTC'
      group by q.link_id
     having count(*) >= $2
      order by count(*) desc, q.link_id limit $3`,
    [day, rowsMin, limit],
  );
  return rows.map(({ linkId }) => linkId);
}

/**
 * Moves at most `limit` rows of a UTC day of links out of the roll-up into the tables of past days, adding to existing rows
 * there; returns how many rows.
 */
export async function moveBusyRows(db: Db, day: string, linkIds: readonly string[], limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with picked as materialized (
       select ctid from shortener.click_quarter_hour
        where link_id = any ($2::uuid[]) and quarter >= $1::date::timestamp at time zone 'UTC'
          and quarter < ($1::date + 1)::timestamp at time zone 'UTC'
        limit $3
     ), moved as (
       delete from shortener.click_quarter_hour where ctid = any (array(select ctid from picked))
    returning *
     ), kept as (
       insert into shortener.click_quarter_hour_history as h
              (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
       select m.link_id, m.quarter, m.exclusion, m.referrer_host, m.country, m.device, m.clicks, m.unique_visitors
         from moved m
        order by m.link_id, m.quarter, m.exclusion, m.referrer_host, m.country, m.device
           on conflict (link_id, quarter, exclusion, referrer_host, country, device) do update
          set clicks = h.clicks + excluded.clicks, unique_visitors = h.unique_visitors + excluded.unique_visitors
     ), by_quarter as (
       insert into shortener.click_quarter_totals as t (link_id, quarter, clicks, unique_visitors)
       select m.link_id, m.quarter, sum(m.clicks), sum(m.unique_visitors)
         from moved m
        where m.exclusion = ''
        group by m.link_id, m.quarter
        order by m.link_id, m.quarter
           on conflict (link_id, quarter) do update
          set clicks = t.clicks + excluded.clicks, unique_visitors = t.unique_visitors + excluded.unique_visitors
     ), by_day as (
       insert into shortener.click_day_totals as t (link_id, day, dimension, name, clicks, unique_visitors)
       select m.link_id, $1::date, d.dimension, d.name, sum(m.clicks), sum(m.unique_visitors)
         from moved m
        cross join lateral (values ('exclusion', m.exclusion), ('referrer', m.referrer_host), ('country', m.country),
                                   ('device', m.device)) as d (dimension, name)
        where m.exclusion = '' or d.dimension = 'exclusion'
        group by m.link_id, d.dimension, d.name
        order by m.link_id, d.dimension, d.name
           on conflict (link_id, day, dimension, name) do update
          set clicks = t.clicks + excluded.clicks, unique_visitors = t.unique_visitors + excluded.unique_visitors
     )
     select count(*) as count from picked`,
    [day, linkIds, limit],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Drops the referrers of at most `limit` rows of an hour in one of the quarter-hour roll-ups: their clicks then count without a referrer. Returns the
 * number of rows.
 */
export async function foldReferrersOfHour(
  db: Db,
  table: 'click_quarter_hour' | 'click_quarter_hour_history',
  hour: Date,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with picked as materialized (
       select ctid from shortener.${table}
        where quarter >= $1 and quarter < $1 + interval '1 hour' and referrer_host <> ''
        limit $2
     ), folded as (
       delete from shortener.${table} where ctid = any (array(select ctid from picked))
    returning *
     ), kept as (
       insert into shortener.${table} as q
              (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
       select f.link_id, f.quarter, f.exclusion, '', f.country, f.device, sum(f.clicks), sum(f.unique_visitors)
         from folded f
        group by f.link_id, f.quarter, f.exclusion, f.country, f.device
        order by f.link_id, f.quarter, f.exclusion, f.country, f.device
           on conflict (link_id, quarter, exclusion, referrer_host, country, device) do update
          set clicks = q.clicks + excluded.clicks, unique_visitors = q.unique_visitors + excluded.unique_visitors
     )
     select count(*) as count from picked`,
    [hour, limit],
  );
  return rows[0]?.count ?? 0;
}

/** Drops at most `limit` referrers of a UTC day in its totals; returns how many. */
export async function foldReferrersOfDay(db: Db, day: string, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with picked as materialized (
       select ctid from shortener.click_day_totals
        where day = $1 and dimension = 'referrer' and name <> ''
        limit $2
     ), folded as (
       delete from shortener.click_day_totals where ctid = any (array(select ctid from picked))
    returning *
     ), kept as (
       insert into shortener.click_day_totals as t (link_id, day, dimension, name, clicks, unique_visitors)
       select f.link_id, f.day, f.dimension, '', sum(f.clicks), sum(f.unique_visitors)
         from folded f
        group by f.link_id, f.day, f.dimension
        order by f.link_id
           on conflict (link_id, day, dimension, name) do update
          set clicks = t.clicks + excluded.clicks, unique_visitors = t.unique_visitors + excluded.unique_visitors
     )
     select count(*) as count from picked`,
    [day, limit],
  );
  return rows[0]?.count ?? 0;
}
