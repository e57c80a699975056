import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';

/** Times of the first and the last view log of a deal's videos; null without any. */
export interface ViewLogSpan {
  readonly first: Date | null;
  readonly last: Date | null;
}

export async function findViewLogSpan(db: Db, dealId: string, videoIds: readonly string[]): Promise<ViewLogSpan> {
  const { rows } = await db.query<ViewLogSpan>(
    `select min(l.checked_at) as first, max(l.checked_at) as last
       from viewcheck.view_logs l
      where l.deal_id = $1 and l.video_id = any ($2::uuid[])`,
    [dealId, videoIds],
  );
  return onlyRow(rows);
}

/** The views of a video, or of all videos together, at the end of an interval with a view log. */
export interface SeriesRow {
  /** Null for the sum of all videos. */
  readonly videoId: string | null;
  /** Number of the interval, from 1. */
  readonly bucket: number;
  readonly value: number;
  /** Number of videos with a view log, the same in every row. */
  readonly videoCount: number;
}

/**
 * Returns the views of a deal's videos at the end of each interval: first the sum over all of them, in which a video without a new view log counts
 * with its last one, then the videos with most views. Each is in chronological order.
 */
export async function listSeries(
  db: Db,
  dealId: string,
  videoIds: readonly string[],
  startsOfStretches: readonly Date[],
  videosMax: number,
): Promise<SeriesRow[]> {
  return db.list<SeriesRow>(
    `with log as (
       select l.video_id, l.value, l.checked_at, l.id, width_bucket(l.checked_at, $3::timestamptz[]) as bucket
         from viewcheck.view_logs l
        where l.deal_id = $1 and l.video_id = any ($2::uuid[])
     ), last_log as materialized (
       select distinct on (r.video_id, r.bucket) r.video_id, r.bucket, r.value
         from log r
        order by r.video_id, r.bucket, r.checked_at desc, r.id desc
     ), growth as (
       select r.bucket, r.value - lag(r.value, 1, 0::bigint) over (partition by r.video_id order by r.bucket) as views
         from last_log r
     ), newest as materialized (
       select distinct on (r.video_id) r.video_id, r.value from last_log r order by r.video_id, r.bucket desc
     ), shown as (
       select n.video_id, row_number() over (order by n.value desc, n.video_id) as place from newest n
        order by place limit $4
     )
     select s."videoId", s.bucket, s.value, (select count(*) from newest) as "videoCount"
       from (select null::uuid as "videoId", 0 as place, g.bucket,
                    least(sum(sum(g.views)) over (order by g.bucket), 9007199254740991) as value
               from growth g
              group by g.bucket
              union all
             select r.video_id, w.place, r.bucket, r.value from last_log r join shown w using (video_id)) as s
      order by s.place, s.bucket`,
    [dealId, videoIds, startsOfStretches, videosMax],
  );
}
