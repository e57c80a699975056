import type { Db } from '@svc/chassis/postgres/pool';

/** View gains: in one week, or of one deal in all weeks. */
export interface GainRow {
  /** Number of the week, from 1; null in rows per deal. */
  readonly week: number | null;
  /** Null in rows per week. */
  readonly dealId: string | null;
  readonly gained: number;
}

/**
 * Returns the gains of an owner's videos and of those in shared deals, first by week, then by deal, largest gains first. The difference of a view log
 * to the previous one counts for its week, so a video's gains add up to its newest view log minus the last one before the first week. `bounds` are
 * the starts of the weeks and the end of the last.
 */
export async function listGains(
  db: Db,
  ownerId: string,
  sharedDealIds: readonly string[],
  bounds: readonly Date[],
  dealsMax: number,
): Promise<GainRow[]> {
  const inPeriod = (set: string): string => `
       select l.owner_id, l.video_id, l.deal_id, l.value, l.checked_at, l.id
         from viewcheck.view_logs l
        where ${set} and l.checked_at >= $2 and l.checked_at < $3`;
  const sets = [inPeriod('l.owner_id = $1')];
  if (sharedDealIds.length > 0) sets.push(inPeriod('l.deal_id = any ($6::uuid[]) and l.owner_id <> $1'));
  return db.list<GainRow>(
    `with log as (${sets.join(`
        union all`)}
     ), growth as (
       select r.deal_id, width_bucket(r.checked_at, $4::timestamptz[]) as week,
              r.value - coalesce(lag(r.value) over (partition by r.video_id order by r.checked_at, r.id),
                                 (select b.value from viewcheck.view_logs b
                                   where b.owner_id = r.owner_id and b.video_id = r.video_id and b.checked_at < $2
                                   order by b.checked_at desc, b.id desc limit 1),
                                 0) as views
         from log r
     )
     select g.week, g.deal_id as "dealId",
            greatest(least(sum(g.views), 9007199254740991), -9007199254740991) as gained
       from growth g
      group by grouping sets ((g.week), (g.deal_id))
     having grouping(g.week) = 0 or sum(g.views) <> 0
      order by grouping(g.week), g.week, sum(g.views) desc, g.deal_id
      limit $5`,
    [
      ownerId,
      bounds[0],
      bounds.at(-1),
      bounds.slice(0, -1),
      bounds.length - 1 + dealsMax,
      ...(sharedDealIds.length > 0 ? [sharedDealIds] : []),
    ],
  );
}
