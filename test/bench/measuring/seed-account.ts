import type { Pool } from '@svc/chassis/postgres/pool';
import { insertUsers, type User } from './database.ts';

const VIDEOS_PER_DEAL = 10;
const LOGS_PER_VIDEO = 10;

export interface Account extends User {
  readonly videos: number;
  readonly viewLogs: number;
  readonly someDealId: string;
  /** URL of one video, which no other video matches. */
  readonly someVideoUrl: string;
}

/** Adds one account with this many videos. */
export async function insertAccount(db: Pool, videos: number): Promise<Account> {
  const [account] = await insertAccounts(db, 1, videos);
  if (!account) throw new Error('No account was added.');
  return account;
}

/**
 * Adds accounts with a year of work: videos posted day by day, with ten view logs each. A quarter of the videos were
 * not checked after their twentieth day, so their last check is due.
 */
export async function insertAccounts(db: Pool, count: number, videos: number): Promise<Account[]> {
  const users = await insertUsers(db, count);
  const userIds = users.map(({ userId }) => userId);
  await db.query(
    `insert into deal.deals (id, owner_id, name, brand, status, promo_code, price, currency, views_target, post_date,
                             contact_name, notes, tags, view_check_days)
     select uuidv7(), o.id, 'Campaign ' || n || ' ' || b.brand, b.brand, 'active', 'BENCH' || n, 100 + n, 'USD', 100000,
            current_date - (n % 365)::int, 'Contact ' || n % 50, 'Notes of campaign ' || n, array[lower(b.brand), 'bench'], '{1,7,30}'
       from unnest($1::uuid[]) as o (id),
            generate_series(0, $2::int / $3::int - 1) as n,
            lateral (select (array['Northwind', 'Fjell', 'Lumen', 'Harbour', 'Juniper'])[n % 5 + 1] as brand) as b`,
    [userIds, videos, VIDEOS_PER_DEAL],
  );
  await db.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, platform_video_id,
                                   post_date, latest_value, latest_checked_at, next_check_day)
     select uuidv7(), d.id, d.owner_id, 'https://www.youtube.com/watch?v=' || v.key, 'https://youtu.be/' || v.key,
            'youtube:' || v.key, 'youtube', v.key, d.post_date, 1000 * $2 + v.position, c.latest_checked_at,
            deal.next_check_day('active', d.post_date, d.view_check_days, c.latest_checked_at, 'UTC')
       from (select *, row_number() over (partition by owner_id order by id) as number
               from deal.deals
              where owner_id = any ($1::uuid[])) as d,
            lateral (select n as position, lpad(((d.number - 1) * $3 + n)::text, 11, '0') as key
                       from generate_series(1, $3::int) as n) as v,
            lateral (select case when v.position % 4 = 0 then least(now(), d.post_date + interval '20 days') else now() end
                              as latest_checked_at) as c`,
    [userIds, LOGS_PER_VIDEO, VIDEOS_PER_DEAL],
  );
  await db.query(
    `insert into viewcheck.view_logs (id, owner_id, deal_id, video_id, value, checked_at, source_url, note, logged_by_id,
                                      logged_by_name, source)
     select uuidv7(), v.owner_id, v.deal_id, v.id, v.latest_value - 1000 * ($2 - n),
            v.post_date + (v.latest_checked_at - v.post_date) * n / $2, v.url,
            case when n % 3 = 0 then 'Reading ' || n || ' of ' || v.platform_video_id end, v.owner_id, 'Bench', 'dashboard'
       from deal.deal_videos v, generate_series(1, $2::int) as n
      where v.owner_id = any ($1::uuid[])
      order by v.post_date, n`,
    [userIds, LOGS_PER_VIDEO],
  );
  await insertPayments(db, userIds);
  await db.query(
    `update deal.deals d
        set video_count = t.videos, total_views = t.views
       from (select deal_id, count(*) as videos, sum(latest_value) as views
               from deal.deal_videos where owner_id = any ($1::uuid[]) group by deal_id) as t
      where d.id = t.deal_id`,
    [userIds],
  );
  for (const table of [
    'deal.deals',
    'deal.deal_progress',
    'deal.deal_videos',
    'deal.deal_payments',
    'viewcheck.view_logs',
  ])
    await db.query(`vacuum analyze ${table}`);
  const someVideoUrl = `watch?v=${String(Math.ceil(videos / 2)).padStart(11, '0')}`;
  const someDealIds = await listNewestDealIds(db, userIds);
  return users.map((user, index) => ({
    ...user,
    videos,
    viewLogs: videos * LOGS_PER_VIDEO,
    someDealId: someDealIds[index] ?? '',
    someVideoUrl,
  }));
}

/** Removes all counts of the account's videos, which makes the first check of each due. */
export async function makeAllDue(db: Pool, { userId }: User): Promise<void> {
  await db.query(
    `update deal.deal_videos v
        set latest_value = null, latest_checked_at = null, next_check_day = least(1, current_date - v.post_date)
      where v.owner_id = $1`,
    [userId],
  );
  await db.query(`vacuum analyze deal.deal_videos`);
}

/** Adds as many payments as videos, in two currencies, a third of them paid. */
async function insertPayments(db: Pool, userIds: readonly string[]): Promise<void> {
  await db.query(
    `insert into deal.deal_payments (id, deal_id, owner_id, direction, amount, currency, status, due_date, created_at)
     select uuidv7(), v.deal_id, v.owner_id, case when n % 5 = 0 then 'outgoing' else 'incoming' end, 100 + n % 900,
            case when n % 4 = 0 then 'EUR' else 'USD' end, (array['expected', 'invoiced', 'paid'])[n % 3 + 1],
            v.post_date + 30, v.created_at
       from (select *, row_number() over (order by id) as n
               from deal.deal_videos where owner_id = any ($1::uuid[])) as v`,
    [userIds],
  );
}

/** The newest deal of each user, in the order of the users. */
async function listNewestDealIds(db: Pool, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select (select d.id from deal.deals d where d.owner_id = o.id order by d.id desc limit 1) as id
       from unnest($1::uuid[]) with ordinality as o (id, n)
      order by o.n`,
    [userIds],
  );
  return rows.map(({ id }) => id);
}
