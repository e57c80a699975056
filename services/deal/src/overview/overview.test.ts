import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testUser } from '@svc/chassis/testing/test-service';
import { addDays, localDay, startOfWeek } from '@svc/chassis/time/calendar';
import { type GetOverviewRequest, OverviewService } from '@svc/proto/deal/v1/overview_service';
import { type CreatePaymentRequest, PaymentService } from '@svc/proto/deal/v1/payment_service';
import { parse as parseUuid, v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import {
  addVideo,
  changeRequest,
  createDeal,
  createSharedDeal,
  listRequest,
  record,
  userIn,
} from '../testing/records.js';
import { getOverview } from './get-overview.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const today = (): string => localDay(new Date(), 'UTC');

/** View gains of deals in the format of viewcheck. */
function gains(viewsGained: Readonly<Record<string, number>>) {
  const dealIds = Buffer.concat(Object.keys(viewsGained).map((id) => parseUuid(id)));
  return { dealIds, viewsGained: Object.values(viewsGained) };
}

const NO_GAINS = gains({});

/** A request for the four weeks up to the current one, unless the fields say otherwise. */
function overviewRequest(fields: Partial<GetOverviewRequest> = {}): GetOverviewRequest {
  return { scope: '', firstDay: addDays(startOfWeek(today()), -21), weekCount: 4, ...NO_GAINS, ...fields };
}

function overview(user: UserPrincipal, fields: Partial<GetOverviewRequest> = {}) {
  return service.call(user, OverviewService).getOverview(overviewRequest(fields));
}

async function pay(user: UserPrincipal, dealId: string, fields: Partial<CreatePaymentRequest> = {}) {
  const request = { dealId, direction: 'incoming', amount: 10, currency: 'EUR', ...fields };
  await service.call(user, PaymentService).createPayment(request);
}

/** Grants the user the amounts of one deal of the owner. */
async function grant(owner: UserPrincipal, requester: UserPrincipal, dealId: string) {
  await service.pool.query(
    `insert into deal.access_requests (id, owner_id, requester_id, scope, entity_id, reason, status)
     values ($1, $2, $3, 'deal.amount', $4, 'For the report', 'approved')`,
    [newId(), owner.userId, requester.userId, dealId],
  );
}

const NO_MONEY = { due: 0, paid: 0, outgoingDue: 0, outgoingPaid: 0 };
const NOTHING_AT_RISK = { count: 0, behindTarget: 0, overdueChecks: 0, unpaid: 0, deals: [] };

test('an account without deals has no brands, no money, no deals at risk, and 28 days without checks', async () => {
  const { upcoming, ...sums } = await overview(testUser());

  expect(sums).toEqual({ weeks: [], brands: [], others: null, atRisk: NOTHING_AT_RISK });
  expect(upcoming).toHaveLength(28);
  expect(upcoming[0]).toEqual({ date: today(), checks: 0 });
  expect(upcoming.at(-1)).toEqual({ date: addDays(today(), 27), checks: 0 });
});

describe('money', () => {
  const MARCH = { firstDay: '2026-03-02', weekCount: 5 };

  test('is due in the week of its due date and paid in the week of its payment, separately per currency', async () => {
    const owner = testUser();
    const { id } = await createDeal(service, owner);
    await pay(owner, id, { amount: 0.1, dueDate: '2026-03-02' });
    await pay(owner, id, { amount: 0.2, dueDate: '2026-03-08', status: 'invoiced' });
    await pay(owner, id, { amount: 5, dueDate: '2026-03-09', currency: 'USD' });
    await pay(owner, id, {
      amount: 7,
      dueDate: '2026-03-02',
      status: 'paid',
      paidAt: new Date('2026-03-10T12:00:00Z'),
    });
    await pay(owner, id, { amount: 8, direction: 'outgoing', dueDate: '2026-03-10' });
    await pay(owner, id, { amount: 9, dueDate: '2026-03-10', status: 'cancelled' });
    await pay(owner, id, { amount: 11, dueDate: '2026-03-01' });
    await pay(owner, id, { amount: 12, dueDate: '2026-04-06' });
    await pay(owner, id, { amount: 13 });

    const { weeks, brands } = await overview(owner, MARCH);

    expect(weeks).toEqual([
      { week: 0, money: [{ ...NO_MONEY, currency: 'EUR', due: 0.3 }] },
      {
        week: 1,
        money: [
          { ...NO_MONEY, currency: 'EUR', paid: 7, outgoingDue: 8 },
          { ...NO_MONEY, currency: 'USD', due: 5 },
        ],
      },
    ]);
    expect(brands).toMatchObject([
      {
        money: [
          { ...NO_MONEY, currency: 'EUR', due: 0.3, paid: 7, outgoingDue: 8 },
          { ...NO_MONEY, currency: 'USD', due: 5 },
        ],
      },
    ]);
  });

  test('is paid in a week of the caller’s time zone, also when the clocks change', async () => {
    const owner = testUser();
    const { id } = await createDeal(service, owner);
    const paid = (amount: number, paidAt: string) =>
      pay(owner, id, { amount, status: 'paid', paidAt: new Date(paidAt) });
    await paid(1, '2026-03-29T21:59:59Z');
    await paid(2, '2026-03-29T22:00:00Z');
    await paid(4, '2026-03-30T03:59:59Z');
    const paidIn = async (timeZone: string) => {
      const there = { ...owner, preferences: { ...owner.preferences, timeZone } };
      const { weeks } = await overview(there, MARCH);
      return weeks.map(({ week, money }) => [week, money[0]?.paid]);
    };

    expect(await paidIn('Europe/Berlin')).toEqual([
      [3, 1],
      [4, 6],
    ]);
    expect(await paidIn('UTC')).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(await paidIn('America/New_York')).toEqual([[3, 7]]);
  });
});

test('brands are sorted by views gained, in any spelling, and the eleventh is one of the others', async () => {
  const owner = testUser();
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    ids.push((await createDeal(service, owner, { brand: `Brand ${number}` })).id);
  }
  const accented = await createDeal(service, owner, { brand: 'BRÂND 3' });
  const bare = await createDeal(service, owner);
  await pay(owner, ids[0] ?? '', { status: 'paid', paidAt: new Date() });
  const gained = Object.fromEntries(ids.map((id, number) => [id, number * 100]));

  const { brands, others } = await overview(
    owner,
    gains({ ...gained, [accented.id]: 1, [bare.id]: 5_000, [newId()]: 9 }),
  );

  expect(brands.map(({ brand, viewsGained, dealCount }) => [brand, viewsGained, dealCount]).slice(0, 2)).toEqual([
    [null, 5_000, 1],
    ['Brand 11', 1_100, 1],
  ]);
  expect(brands).toHaveLength(10);
  expect(brands.at(-1)).toMatchObject({ viewsGained: 301, dealCount: 2 });
  expect(others).toEqual({
    brandCount: 3,
    sums: { brand: null, viewsGained: 300, dealCount: 3, money: [{ ...NO_MONEY, currency: 'EUR', paid: 10 }] },
  });
});

test('a deal is at risk when it is behind the pace to its target, has an overdue check, or is unpaid; deals with most reasons come first', async () => {
  const owner = testUser();
  const [yesterday, tomorrow] = [addDays(today(), -1), addDays(today(), 1)];
  await createDeal(service, owner, { name: 'Fine' });
  const behind = await createDeal(service, owner, { name: 'Behind', viewsTarget: 100, viewCheckDays: [20] });
  const ahead = await createDeal(service, owner, { name: 'Ahead', viewsTarget: 100, viewCheckDays: [20] });
  await createDeal(service, owner, { name: 'Uncounted', viewsTarget: 100 });
  const reached = await createDeal(service, owner, { name: 'Reached', viewsTarget: 100 });
  await createDeal(service, owner, { name: 'Draft', viewsTarget: 100, status: 'draft' });
  const both = await createDeal(service, owner, { name: 'Both', viewCheckDays: [0] });
  const completed = await createDeal(service, owner, { name: 'Completed' });
  const cancelled = await createDeal(service, owner, { name: 'Cancelled' });
  const { id: videoId } = await addVideo(service, owner, reached.id);
  await record(service, { videoId, value: 100, checkedAt: new Date(), revision: 1 });
  for (const [deal, value] of [
    [behind, 49],
    [ahead, 50],
  ] as const) {
    const video = await addVideo(service, owner, deal.id, { postDate: addDays(today(), -10) });
    await record(service, { videoId: video.id, value, checkedAt: new Date(), revision: 1 });
  }
  await addVideo(service, owner, both.id, { postDate: yesterday });
  await pay(owner, both.id, { dueDate: yesterday });
  await pay(owner, behind.id, { dueDate: tomorrow });
  await pay(owner, behind.id, { dueDate: yesterday, direction: 'outgoing' });
  await pay(owner, completed.id, { dueDate: tomorrow });
  await pay(owner, cancelled.id, { dueDate: yesterday });
  const deals = service.as(owner).deals;
  await deals.updateDeal(changeRequest(completed.id, { status: 'completed' }));
  await deals.updateDeal(changeRequest(cancelled.id, { status: 'cancelled' }));

  const { atRisk } = await overview(owner);
  const listed = async (fields: object) => {
    const { deals: found, totalSize } = await deals.listDeals(listRequest(fields));
    return [totalSize, ...found.map(({ name }) => name)];
  };

  expect(atRisk).toEqual({
    count: 3,
    behindTarget: 1,
    overdueChecks: 1,
    unpaid: 2,
    deals: [
      { dealId: both.id, name: 'Both', reasons: ['overdueChecks', 'unpaid'] },
      { dealId: behind.id, name: 'Behind', reasons: ['behindTarget'] },
      { dealId: completed.id, name: 'Completed', reasons: ['unpaid'] },
    ],
  });
  expect(await listed({ behindTarget: true, status: 'active' })).toEqual([1, 'Behind']);
  expect(await listed({ overdue: true })).toEqual([1, 'Both']);
  expect(await listed({ unpaid: true })).toEqual([2, 'Completed', 'Both']);
  expect((await listed({ unpaid: false }))[0]).toBe(7);
});

test('ten deals at risk are listed, and all are counted', async () => {
  const owner = testUser();
  for (let number = 0; number < 11; number += 1) {
    const deal = await createDeal(service, owner, { viewCheckDays: [1] });
    await addVideo(service, owner, deal.id);
  }

  const { atRisk } = await overview(owner);

  expect(atRisk).toMatchObject({ count: 11, overdueChecks: 11 });
  expect(atRisk?.deals).toHaveLength(10);
});

test('upcoming checks are counted on their due day, consistently with the list of videos', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { viewCheckDays: [3, 40] });
  for (const offset of [-2, -2, 0, 24, 25]) {
    await addVideo(service, owner, deal.id, { postDate: addDays(today(), offset) });
  }

  const { upcoming } = await overview(owner);
  const { totalSize } = await service
    .as(owner)
    .videos.listVideosOfDeals({ pageSize: 50, skip: 0, scope: '', dueOn: addDays(today(), 1) });

  expect(upcoming.filter(({ checks }) => checks > 0)).toEqual([
    { date: addDays(today(), 1), checks: 2 },
    { date: addDays(today(), 3), checks: 1 },
    { date: addDays(today(), 27), checks: 1 },
  ]);
  expect(totalSize).toBe(2);
});

describe('shared deals', () => {
  test('are counted only on request, and their money only with a grant by the owner', async () => {
    const { deal, video, owner, member, stranger } = await createSharedDeal(service, {
      brand: 'Acme',
      viewsTarget: 10,
    });
    await record(service, { videoId: video.id, value: 0, checkedAt: new Date('2026-03-05'), revision: 1 });
    await pay(owner, deal.id, { dueDate: addDays(today(), -1) });
    const shared = { scope: 'mine-and-shared', ...gains({ [deal.id]: 7 }) };
    const unpaid = async (user: UserPrincipal) => {
      const { totalSize } = await service
        .as(user)
        .deals.listDeals(listRequest({ scope: 'mine-and-shared', unpaid: true }));
      return totalSize;
    };

    expect(await overview(member, gains({ [deal.id]: 7 }))).toMatchObject({ brands: [], atRisk: NOTHING_AT_RISK });
    expect(await overview(stranger, shared)).toMatchObject({ brands: [], weeks: [], atRisk: NOTHING_AT_RISK });
    expect(await overview(member, shared)).toMatchObject({
      brands: [{ brand: 'Acme', viewsGained: 7, dealCount: 1, money: [] }],
      weeks: [],
      atRisk: { count: 1, unpaid: 0, deals: [{ reasons: ['behindTarget', 'overdueChecks'] }] },
    });
    expect(await unpaid(member)).toBe(0);

    await grant(owner, member, deal.id);

    expect(await overview(member, shared)).toMatchObject({
      brands: [{ money: [{ currency: 'EUR', due: 10 }] }],
      weeks: [{ money: [{ currency: 'EUR', due: 10 }] }],
      atRisk: { count: 1, unpaid: 1, deals: [{ reasons: ['behindTarget', 'overdueChecks', 'unpaid'] }] },
    });
    expect(await unpaid(member)).toBe(1);
    expect(await overview(owner, shared)).toMatchObject({ brands: [{ dealCount: 1 }], atRisk: { count: 1 } });
  });
});

test.each([
  ['firstDay', { firstDay: '9999-01-01' }],
  ['weekCount', { weekCount: 54 }],
  ['weekCount', { weekCount: 0 }],
  ['scope', { scope: 'theirs' }],
  ['dealIds', { viewsGained: [1] }],
])('an invalid %s is refused', async (path, fields) => {
  const refusal = { kind: 'invalid_input', details: [expect.objectContaining({ path })] };

  await expect(overview(testUser(), fields)).rejects.toMatchObject(refusal);
});

test('many deals take as many statements as one, each using an index of the owner', async () => {
  const [few, many] = [testUser(), testUser()];
  await createDeal(service, few);
  for (const [owner, count] of [
    [many.userId, 500],
    [null, 5_000],
  ] as const) {
    await service.pool.query(
      `with made as (
         insert into deal.deals (id, owner_id, name, brand, status, currency, view_check_days)
         select gen_random_uuid(), coalesce($1::uuid, gen_random_uuid()), 'Deal', 'Brand ' || n, 'active', 'USD', '{1}'
           from generate_series(1, $2::integer) as n
      returning id, owner_id
       ), paid as (
         insert into deal.deal_payments (id, deal_id, owner_id, direction, amount, currency, status, due_date)
         select gen_random_uuid(), id, owner_id, 'incoming', 1, 'USD', 'expected', current_date from made
       )
       insert into deal.deal_videos
              (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, next_check_day)
       select gen_random_uuid(), id, owner_id, 'https://example.org', 'https://example.org', 'web:' || id, 'other',
              current_date, 1
         from made`,
      [owner, count],
    );
  }
  await service.pool.query(`vacuum analyze deal.deals, deal.deal_payments, deal.deal_videos, deal.deal_progress`);
  const statements = async (user: UserPrincipal) => {
    const before = service.pool.statementCount();
    await overview(user);
    return service.pool.statementCount() - before;
  };
  const shared = overviewRequest({ scope: 'mine-and-shared' });

  const plan = await planOf(service.pool, (db) => getOverview(db, userIn({ [newId()]: 'member' }), shared));

  expect(await statements(many)).toBe(await statements(few));
  expect(plan).not.toMatch(/Seq Scan on (deals|deal_payments|deal_videos|deal_progress)/);
});
