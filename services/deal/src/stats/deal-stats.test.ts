import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testUser } from '@svc/chassis/testing/test-service';
import { DealStatsService } from '@svc/proto/deal/v1/deal_stats_service';
import { PaymentService } from '@svc/proto/deal/v1/payment_service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, record } from '../testing/records.js';
import { getDealStats } from './get-deal-stats.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const statsOf = (user: UserPrincipal) => service.call(user, DealStatsService).getDealStats({});

/** Makes a deal and its videos this many days old. */
async function age(dealId: string, days: number) {
  const values = [dealId, days];
  await service.pool.query(
    `update deal.deals set created_at = now() - make_interval(days => $2) where id = $1`,
    values,
  );
  await service.pool.query(
    `update deal.deal_videos set created_at = now() - make_interval(days => $2) where deal_id = $1`,
    values,
  );
}

const viewLog = (videoId: string, value: number, checkedAt = new Date()) => ({
  videoId,
  value,
  checkedAt,
  revision: Date.now(),
});

test('a user without deals has only zeros', async () => {
  expect(await statsOf(testUser())).toEqual({
    dealsByStatus: { draft: 0, active: 0, completed: 0, cancelled: 0 },
    money: [],
    views: { target: 0, actual: 0, dealsWithTarget: 0 },
    overdueChecks: 0,
    stalledDeals: { count: 0, deals: [] },
  });
});

test('deals are counted by status; money is summed by currency to the cent, without cancelled payments', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { price: 0.1, currency: 'EUR' });
  await createDeal(service, owner, { price: 0.2, currency: 'EUR', status: 'draft' });
  await createDeal(service, owner, { price: 100, currency: 'USD' });
  const cancelled = await createDeal(service, owner, { price: 5_000, currency: 'EUR' });
  await service.as(owner).deals.updateDeal(changeRequest(cancelled.id, { status: 'cancelled' }));
  const payments = service.call(owner, PaymentService);
  const pay = (direction: string, status: string, amount: number, currency: string) =>
    payments.createPayment({ dealId: deal.id, direction, status, amount, currency });
  await pay('incoming', 'expected', 10, 'EUR');
  await pay('incoming', 'invoiced', 0.1, 'EUR');
  await pay('incoming', 'invoiced', 0.2, 'EUR');
  await pay('incoming', 'cancelled', 77, 'EUR');
  await pay('incoming', 'paid', 30, 'GBP');
  await pay('outgoing', 'paid', 40, 'GBP');

  const { dealsByStatus, money } = await statsOf(owner);

  const none = { expected: 0, invoiced: 0, paid: 0, outgoingExpected: 0, outgoingInvoiced: 0, outgoingPaid: 0 };
  expect(dealsByStatus).toEqual({ draft: 1, active: 2, completed: 0, cancelled: 1 });
  expect(money).toEqual([
    { ...none, currency: 'EUR', dealsTotal: 0.3, expected: 10, invoiced: 0.3 },
    { ...none, currency: 'GBP', dealsTotal: 0, paid: 30, outgoingPaid: 40 },
    { ...none, currency: 'USD', dealsTotal: 100 },
  ]);
});

test('views are compared for deals with a target', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { viewsTarget: 1_000 });
  const other = await createDeal(service, owner);
  await record(service, viewLog((await addVideo(service, owner, deal.id)).id, 250));
  await record(service, viewLog((await addVideo(service, owner, other.id)).id, 9_000));

  const { views } = await statsOf(owner);

  expect(views).toEqual({ target: 1_000, actual: 250, dealsWithTarget: 1 });
});

test('a check is overdue from the day after its due date', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { viewCheckDays: [0] });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await addVideo(service, owner, deal.id, { postDate: day(-1) });
  await addVideo(service, owner, deal.id, { postDate: day(0) });
  await addVideo(service, owner, deal.id, { postDate: day(1) });

  expect(await statsOf(owner)).toMatchObject({ overdueChecks: 1 });
});

test('an active deal is stalled when it is old and got no video or view log for 14 days', async () => {
  const owner = testUser();
  const empty = await createDeal(service, owner, { name: 'No video' });
  const unread = await createDeal(service, owner, { name: 'Last read long ago' });
  const { id } = await addVideo(service, owner, unread.id);
  await record(service, viewLog(id, 5, new Date('2026-01-01T00:00:00.000Z')));
  const read = await createDeal(service, owner);
  const video = await addVideo(service, owner, read.id);
  const draft = await createDeal(service, owner, { status: 'draft' });
  await age(empty.id, 30);
  await age(unread.id, 20);
  await age(read.id, 20);
  await age(draft.id, 20);
  await record(service, viewLog(video.id, 5));
  await createDeal(service, owner, { name: 'New' });

  const { stalledDeals } = await statsOf(owner);

  expect(stalledDeals).toEqual({
    count: 2,
    deals: [
      { dealId: empty.id, name: 'No video' },
      { dealId: unread.id, name: 'Last read long ago' },
    ],
  });
});

test('shared deals are not counted', async () => {
  const { member } = await createSharedDeal(service, { price: 10 });

  expect(await statsOf(member)).toMatchObject({ dealsByStatus: { active: 0 }, money: [] });
});

test('every sum uses an index of the owner', async () => {
  await service.pool.query(
    `insert into deal.deals (id, owner_id, name, status, currency, view_check_days)
     select gen_random_uuid(), gen_random_uuid(), 'Deal', 'active', 'USD', '{1}' from generate_series(1, 5000)`,
  );
  await service.pool.query(
    `insert into deal.deal_payments (id, deal_id, owner_id, direction, amount, currency, status)
     select gen_random_uuid(), id, owner_id, 'incoming', 1, 'USD', 'paid' from deal.deals`,
  );
  await service.pool.query(
    `insert into deal.deal_videos
            (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, next_check_day)
     select gen_random_uuid(), id, owner_id, 'https://example.org', 'https://example.org', 'web:' || id, 'other',
            '2026-01-01', 1
       from deal.deals`,
  );
  await service.pool.query(`vacuum analyze deal.deals, deal.deal_payments, deal.deal_videos`);

  const plan = await planOf(service.pool, (db) => getDealStats(db, testUser()));

  // Several indexes start with the owner: any of them is fine.
  for (const table of ['deals d', 'deal_payments p', 'deal_videos v'])
    expect(plan).toMatch(new RegExp(`Index [^\\n]*Scan [^\\n]* on ${table} [^\\n]*\\n +Index Cond: \\(+owner_id = `));
  expect(plan).not.toMatch(/Seq Scan/);
});
