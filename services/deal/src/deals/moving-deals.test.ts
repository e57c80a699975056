import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import { testUser } from '@svc/chassis/testing/test-service';
import { ANY_DEAL } from '../testing/any-deal.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { DEAL_LIST, listDeals } from './deal-list-repo.js';

const DEALS = 2_500;
const PAGE_SIZE = 50;
/** Pages between two rounds of changes: deals are added, changed in all sorted fields, and deleted. */
const MOVES_EVERY = 8;
const [COMING, CHANGING, GOING] = [3, 20, 2];
const FILTER = { ...ANY_DEAL, scope: 'mine' } as const;
const owner = testUser();

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
  await insertDeals(1, DEALS);
  await service.pool.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, next_check_day)
     select gen_random_uuid(), id, owner_id, 'https://example.org', 'https://example.org', 'web:' || id, 'other',
            date '2026-01-01' + (total_views % 90)::int, 1
       from deal.deals where views_target is not null`,
  );
});

afterAll(() => service?.stop());

/** Inserts deals, many with the same values and many without; a tenth of them change during the test. */
async function insertDeals(first: number, last: number): Promise<void> {
  await service.pool.query(
    `insert into deal.deals (id, owner_id, name, brand, status, price, currency, views_target, total_views, post_date, promo_link,
                             view_check_days, created_at, updated_at)
     select gen_random_uuid(), $1, 'Deal ' || n % 700, case when n % 3 > 0 then 'Brand ' || n % 50 end,
            (array['draft', 'active', 'completed', 'cancelled'])[n % 4 + 1], case when n % 4 > 0 then n % 600 + 0.25 end, 'USD',
            case when n % 5 > 0 then n % 50 + 1 end, n % 1100, case when n % 2 > 0 then date '2026-01-01' + n % 90 end,
            case when n % 10 = 0 then 'moving' end, '{1}', now() - n % 1300 * interval '1 hour', now() - n % 800 * interval '1 hour'
       from generate_series($2::int, $3::int) as n`,
    [owner.userId, first, last],
  );
}

/** Adds, changes and deletes deals, as other users do between two pages of a list. */
async function move(turn: number): Promise<void> {
  await insertDeals(turn * 10, turn * 10 + COMING - 1);
  const some = (count: number) =>
    `(select id from deal.deals where promo_link = 'moving' order by md5(id::text || ${turn}) limit ${count})`;
  await service.pool.query(
    `update deal.deals
        set name = 'Deal ' || $1::int * 37 % 700, brand = 'Brand ' || $1::int * 7 % 50, status = 'draft', price = $1::int * 11 % 600,
            views_target = $1::int % 40 + 1, total_views = $1::int * 23 % 1100, post_date = date '2026-01-01' + $1::int * 13 % 90,
            updated_at = now() - $1::int * 31 % 800 * interval '1 hour'
      where id in ${some(CHANGING)}`,
    [turn],
  );
  await service.pool.query(
    `update deal.deal_videos set next_check_day = $1::int % 90 where deal_id in ${some(CHANGING)}`,
    [turn],
  );
  await service.pool.query(`delete from deal.deals where id in ${some(GOING)}`);
}

async function unmovedIds(): Promise<Set<string>> {
  const { rows } = await service.pool.query<{ id: string }>(
    `select id from deal.deals where promo_link is distinct from 'moving'`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Alternates the direction: each order uses the same index both ways. */
const SORTS = Object.keys(DEAL_LIST.keys).map((name, index) => (index % 2 === 0 ? name : `-${name}`));

test.each(SORTS)(
  'paging through fifty pages of deals by %s during concurrent changes misses and repeats no unchanged deal',
  async (sort) => {
    const unmoved = await unmovedIds();
    const met: string[] = [];
    let pageToken: string | null = null;
    let pages = 0;
    do {
      const page = sortedPageOf(DEAL_LIST, { pageSize: PAGE_SIZE, skip: 0, sort, pageToken }, FILTER);
      const { rows, next } = await listDeals(service.pool, owner, FILTER, '2026-02-01', page);
      met.push(...rows.map(({ id }) => id).filter((id) => unmoved.has(id)));
      pageToken = next;
      pages += 1;
      if (pages % MOVES_EVERY === 0) await move(pages);
    } while (pageToken !== null);

    expect(met).toHaveLength(unmoved.size);
    expect(new Set(met)).toEqual(unmoved);
  },
);
