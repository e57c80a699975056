/**
 * Checks that every sort order of deals stays fast for a user with 100 000 of them, with each filter, on the first page
 * and on late pages.
 */
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Stack } from '@svc/scripts/stack/stack';
import type { Bench } from '../measuring/bench.ts';
import { insertUsers, type User, withDatabase } from '../measuring/database.ts';
import type { LoadGenerator } from '../measuring/load.ts';
import { number, percentile, printGoals, printTable } from '../measuring/report.ts';

const DEALS = 100_000;
/** One in this many deals has the rare filter values. */
const FEW = 2_000;
/** Requests per page; the first answer, which reads from disk, does not count. */
const COUNT = 5;
const SORTS = [
  'name',
  'status',
  'brand',
  'price',
  'postDate',
  'totalViews',
  'progress',
  'nextDue',
  'createdAt',
] as const;

interface Filter {
  readonly what: string;
  readonly query: string;
  /** Row at which a late page starts; unset where too few deals match. `total` counts to 10 000. */
  readonly deep?: number;
}

const FILTERS: readonly Filter[] = [
  { what: 'all', query: '', deep: 90_000 },
  { what: 'status', query: '&status=active', deep: 9_000 },
  { what: '50 by status', query: '&status=cancelled' },
  { what: 'brand', query: '&brand=fjell', deep: 9_000 },
  { what: '50 by brand', query: '&brand=tove' },
  { what: 'tag', query: '&tag=fjell', deep: 9_000 },
  { what: '50 by tag', query: '&tag=tove' },
  { what: 'overdue', query: '&overdue=true', deep: 9_000 },
  { what: 'behindTarget', query: '&behindTarget=true', deep: 9_000 },
  { what: 'q', query: '&q=campaign', deep: 9_000 },
  { what: '50 by q', query: '&q=tove' },
];

const PAGES = ['first', 'after', 'offset'] as const;

interface Cell {
  readonly sort: string;
  readonly filter: string;
  readonly page: (typeof PAGES)[number];
  readonly p50: number;
  readonly p99: number;
}

/** Seeds an account with many deals and measures its lists. */
export async function measureDealLists(bench: Bench, stack: Stack, load: LoadGenerator, url: string): Promise<void> {
  const owner = await withDatabase(bench, stack.databaseAdminUrl, insertManyDeals);
  console.log(`\nlists of ${DEALS} deals of one owner, ${COUNT} requests per page`);
  const cells: Cell[] = [];
  for (const sort of SORTS.flatMap((name) => [name, `-${name}`])) {
    for (const filter of FILTERS) cells.push(...(await measurePages(load, url, owner, sort, filter)));
  }
  printCells(cells);
}

async function measurePages(
  load: LoadGenerator,
  url: string,
  { token }: User,
  sort: string,
  { what, query, deep }: Filter,
): Promise<Cell[]> {
  const list = `/api/deals?sort=${sort}${query}`;
  const paths: [Cell['page'], string][] = [['first', list]];
  if (deep !== undefined) {
    const answer = await fetch(`${url}${list}&limit=1&offset=${deep}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { next } = (await answer.json()) as { next: string | null };
    if (next === null) throw new Error(`${list} ends before row ${deep}.`);
    paths.push(['after', `${list}&after=${next}`], ['offset', `${list}&offset=${deep}`]);
  }
  const cells: Cell[] = [];
  for (const [page, path] of paths) {
    const requests = [{ path, token }];
    await load.run({ url, connections: 1, count: 1, requests });
    const { p50, p99 } = await load.run({ url, connections: 1, count: COUNT, requests });
    cells.push({ sort, filter: what, page, p50, p99 });
  }
  return cells;
}

function printCells(cells: readonly Cell[]): void {
  const slowest = (of: readonly Cell[], value: (cell: Cell) => number): number => Math.max(...of.map(value));
  const middle = ({ p50 }: Cell): number => p50;
  for (const page of PAGES) {
    const ofPage = cells.filter((cell) => cell.page === page);
    const filters = FILTERS.map(({ what }) => what).filter((what) => ofPage.some(({ filter }) => filter === what));
    printTable(
      [`p50 ms, page: ${page}`, ...filters],
      SORTS.flatMap((name) => [name, `-${name}`]).map((sort) => [
        sort,
        ...filters.map((what) => number(ofPage.find((cell) => cell.sort === sort && cell.filter === what)?.p50 ?? NaN)),
      ]),
    );
  }
  const beforeOffset = cells.filter(({ page }) => page !== 'offset');
  const offset = cells.filter(({ page }) => page === 'offset');
  printGoals([
    {
      what: 'slowest p50 of a first page or a page by cursor, ms',
      measured: slowest(beforeOffset, middle),
      below: 60,
    },
    { what: 'slowest p50 of a page by offset, ms', measured: slowest(offset, middle), below: 60 },
    {
      what: 'p99 over all pages, ms',
      measured: percentile(
        cells.map(({ p99 }) => p99),
        0.99,
      ),
      below: 60,
    },
  ]);
}

/**
 * One account with years of work: a video for each deal, half of the targets reached, an eighth of the checks overdue.
 */
async function insertManyDeals(db: Pool): Promise<User> {
  const [user] = await insertUsers(db, 1);
  if (!user) throw new Error('No account was added.');
  await db.query(
    `insert into deal.deals (id, owner_id, name, brand, status, promo_code, price, currency, views_target, post_date,
                             contact_name, notes, tags, view_check_days, video_count, total_views, created_at)
     select uuidv7(), $1, 'Campaign ' || (n * 7919 % $2) || ' ' || b.brand, b.brand,
            case when n % $3 = 1 then 'cancelled' else (array['active', 'active', 'active', 'active', 'completed'])[n * 31 % 5 + 1] end,
            'MANY' || n, case when n % 20 > 0 then n * 104729 % 5000 end, 'USD', case when n % 10 > 0 then 100000 end,
            case when n % 20 > 1 then current_date - (n * 613 % 1500)::int end, 'Contact ' || n % 500,
            'Notes of number ' || n, array[lower(b.brand), 'bench'], '{1,7,30}', 1, n * 15485863 % 200000,
            now() - (n % $2) * interval '10 minutes'
       from generate_series(1::bigint, $2::bigint) as n,
            lateral (select case when n % $3 = 3 then 'Tove'
                                 else (array['Northwind', 'Fjell', 'Lumen', 'Harbour', 'Juniper'])[n % 5 + 1] end as brand) as b`,
    [user.userId, DEALS, FEW],
  );
  await db.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, platform_video_id,
                                   post_date, latest_value, latest_checked_at, next_check_day)
     select uuidv7(), d.id, d.owner_id, 'https://www.youtube.com/watch?v=' || d.key, 'https://youtu.be/' || d.key,
            'youtube:' || d.key, 'youtube', d.key, current_date - (d.n % 40)::int, d.total_views, now() - interval '2 days',
            case when d.status = 'active' and d.n % 3 > 0 then 30 end
       from (select *, 'm' || lpad(n::text, 10, '0') as key
               from (select *, row_number() over (order by id) as n from deal.deals where owner_id = $1) as numbered) as d`,
    [user.userId],
  );
  for (const table of ['deal.deals', 'deal.deal_progress', 'deal.deal_videos'])
    await db.query(`vacuum analyze ${table}`);
  return user;
}
