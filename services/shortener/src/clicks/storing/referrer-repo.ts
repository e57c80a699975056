import type { Db } from '@svc/chassis/postgres/pool';

/** A link on a UTC day (`YYYY-MM-DD`). */
export interface LinkDay {
  readonly linkId: string;
  readonly day: string;
}

/** Referrers that were counted by name for links on days, at most `limit` of each. */
export async function listCountedReferrers(
  db: Db,
  linkDays: readonly LinkDay[],
  limit: number,
): Promise<(LinkDay & { readonly referrerHost: string })[]> {
  return db.list<LinkDay & { readonly referrerHost: string }>(
    `select k.link_id as "linkId", k.day, r.referrer_host as "referrerHost"
       from unnest($1::uuid[], $2::date[]) as k (link_id, day)
      cross join lateral (
            select distinct q.referrer_host from shortener.click_quarter_hour q
             where q.link_id = k.link_id and q.quarter >= k.day::timestamp at time zone 'UTC'
               and q.quarter < (k.day + 1)::timestamp at time zone 'UTC' and q.exclusion = ''
               and q.referrer_host <> ''
             limit $3) r`,
    [linkDays.map(({ linkId }) => linkId), linkDays.map(({ day }) => day), limit],
  );
}
