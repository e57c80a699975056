import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ListDealsRequest } from '@svc/proto/deal/v1/deal_service';
import * as fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, changeRequest, createDeal, getDeal, listRequest, record, userIn } from '../testing/records.js';
import { DEAL_LIST } from './deal-list-repo.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const ORDERS = Object.keys(DEAL_LIST.keys).flatMap((order) => [order, `-${order}`]);

async function names(user: UserPrincipal, fields: Partial<ListDealsRequest>): Promise<string[]> {
  const { deals } = await service.as(user).deals.listDeals(listRequest(fields));
  return deals.map(({ name }) => name);
}

/** Returns all pages of a list. */
async function pages(user: UserPrincipal, fields: Partial<ListDealsRequest>): Promise<string[][]> {
  const all: string[][] = [];
  let pageToken: string | null | undefined;
  do {
    const answer = await service
      .as(user)
      .deals.listDeals(listRequest({ ...fields, ...(pageToken ? { pageToken } : {}) }));
    all.push(answer.deals.map(({ id }) => id));
    pageToken = answer.nextPageToken;
  } while (typeof pageToken === 'string');
  return all;
}

/** Inserts deals, many with the same values and many without. */
async function insertDeals(ownerId: string, count: number): Promise<void> {
  await service.pool.query(
    `insert into deal.deals (id, owner_id, name, brand, status, price, currency, views_target, total_views, post_date,
                             view_check_days, created_at, updated_at)
     select gen_random_uuid(), $1, 'Deal ' || n % 7, case when n % 3 > 0 then 'Brand ' || n % 5 end,
            (array['draft', 'active', 'completed', 'cancelled'])[n % 4 + 1], case when n % 4 > 0 then n % 6 + 0.25 end, 'USD',
            case when n % 5 > 0 then n % 5 * 3 end, n % 11, case when n % 2 > 0 then date '2026-01-01' + n % 9 end, '{1}',
            now() - n % 13 * interval '1 hour', now() - n % 8 * interval '1 hour'
       from generate_series(1, $2::int) as n`,
    [ownerId, count],
  );
  await service.pool.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date, next_check_day)
     select gen_random_uuid(), id, owner_id, 'https://example.org', 'https://example.org', 'web:' || id, 'other',
            date '2026-01-01' + views_target::int, 1
       from deal.deals where owner_id = $1 and views_target is not null`,
    [ownerId],
  );
}

test('every list is sorted in both directions, with deals without a value last', async () => {
  const owner = testUser();
  const beta = await createDeal(service, owner, { name: 'beta', postDate: '2026-03-02', brand: 'Zeta', price: 5 });
  const alpha = await createDeal(service, owner, { name: 'Álpha', postDate: '2026-03-01', viewsTarget: 20 });
  await createDeal(service, owner, { name: 'Gamma', status: 'draft', brand: 'acme', price: 10.5, viewsTarget: 5 });
  const video = await addVideo(service, owner, alpha.id);
  await addVideo(service, owner, beta.id, { postDate: '2026-01-01' });
  await record(service, { videoId: video.id, revision: 1, value: 7, checkedAt: new Date('2026-03-01') });
  await service.as(owner).deals.updateDeal(changeRequest(beta.id, { status: 'completed' }));

  expect(await names(owner, { sort: 'createdAt' })).toEqual(['beta', 'Álpha', 'Gamma']);
  expect(await names(owner, { sort: '-createdAt' })).toEqual(['Gamma', 'Álpha', 'beta']);
  expect(await names(owner, { sort: 'name' })).toEqual(['Álpha', 'beta', 'Gamma']);
  expect(await names(owner, { sort: '-name' })).toEqual(['Gamma', 'beta', 'Álpha']);
  expect(await names(owner, { sort: 'updatedAt' })).toEqual(['Álpha', 'Gamma', 'beta']);
  expect(await names(owner, { sort: 'status' })).toEqual(['Gamma', 'Álpha', 'beta']);
  expect(await names(owner, { sort: '-status' })).toEqual(['beta', 'Álpha', 'Gamma']);
  expect(await names(owner, { sort: 'brand' })).toEqual(['Gamma', 'beta', 'Álpha']);
  expect(await names(owner, { sort: '-brand' })).toEqual(['beta', 'Gamma', 'Álpha']);
  expect(await names(owner, { sort: 'price' })).toEqual(['beta', 'Gamma', 'Álpha']);
  expect(await names(owner, { sort: '-price' })).toEqual(['Gamma', 'beta', 'Álpha']);
  expect(await names(owner, { sort: 'postDate' })).toEqual(['Álpha', 'beta', 'Gamma']);
  expect(await names(owner, { sort: '-postDate' })).toEqual(['beta', 'Álpha', 'Gamma']);
  expect((await names(owner, { sort: '-totalViews' }))[0]).toBe('Álpha');
  expect(await names(owner, { sort: 'progress' })).toEqual(['Gamma', 'Álpha', 'beta']);
  expect(await names(owner, { sort: '-progress' })).toEqual(['Álpha', 'Gamma', 'beta']);
  // Completed deals have no next check.
  expect((await names(owner, { sort: 'nextDue' }))[0]).toBe('Álpha');
  expect((await names(owner, { sort: '-nextDue' }))[0]).toBe('Álpha');
});

test('pages that follow a cursor equal parts of one large page, in every order and with equal values', async () => {
  const teamId = newId();
  const user = userIn({ [teamId]: 'member' });
  const other = testUser();
  await insertDeals(user.userId, 30);
  await insertDeals(other.userId, 15);
  await service.pool.query(
    `insert into deal.deal_team_shares (deal_id, team_id, shared_by) select id, $1, owner_id from deal.deals where owner_id = $2`,
    [teamId, other.userId],
  );

  const order = fc.constantFrom(...ORDERS);
  await fc.assert(
    fc.asyncProperty(
      order,
      fc.constantFrom('mine', 'mine-and-shared'),
      fc.integer({ min: 1, max: 20 }),
      async (sort, scope, pageSize) => {
        const [whole] = await pages(user, { sort, scope, pageSize: 200 });

        expect((await pages(user, { sort, scope, pageSize })).flat()).toEqual(whole);
        expect(whole).toHaveLength(scope === 'mine' ? 30 : 45);
      },
    ),
    { numRuns: 60, examples: ORDERS.map((each): [string, string, number] => [each, 'mine-and-shared', 7]) },
  );
});

test('a page after a cursor is not shifted by earlier changes, and has the total, even beyond the end', async () => {
  const owner = testUser();
  for (const name of ['A', 'B', 'D', 'E']) await createDeal(service, owner, { name });
  const { deals } = service.as(owner);
  const first = await deals.listDeals(listRequest({ sort: 'name', pageSize: 2 }));
  await createDeal(service, owner, { name: 'C' });
  await createDeal(service, owner, { name: '1' });
  await deals.deleteDeal({ dealId: first.deals[1]!.id });
  const pageToken = first.nextPageToken!;

  const second = await deals.listDeals(listRequest({ sort: 'name', pageSize: 3, pageToken }));
  const shorter = await deals.listDeals(listRequest({ sort: 'name', pageSize: 2, pageToken }));
  await deals.deleteDeal({ dealId: second.deals[2]!.id });
  const behind = await deals.listDeals(listRequest({ sort: 'name', pageSize: 2, pageToken: shorter.nextPageToken! }));

  expect([second.deals.map(({ name }) => name), second.totalSize]).toEqual([['C', 'D', 'E'], 5]);
  expect([behind.deals, behind.totalSize, behind.nextPageToken]).toEqual([[], 4, null]);
});

test('a full page has a next page only if more rows follow', async () => {
  const owner = testUser();
  for (const name of ['A', 'B', 'C', 'D']) await createDeal(service, owner, { name });
  const { deals } = service.as(owner);
  const page = (fields: Partial<ListDealsRequest>) => deals.listDeals(listRequest({ sort: 'name', ...fields }));

  const first = await page({ pageSize: 2 });
  const last = await page({ pageSize: 2, pageToken: first.nextPageToken! });

  expect(first.nextPageToken).toEqual(expect.any(String));
  expect([last.deals.map(({ name }) => name), last.nextPageToken]).toEqual([['C', 'D'], null]);
  expect((await page({ pageSize: 4 })).nextPageToken).toBeNull();
  expect((await page({ pageSize: 2, skip: 2 })).nextPageToken).toBeNull();
});

test('an invalid cursor, or one of another order or other filters, is refused with instructions', async () => {
  const owner = testUser();
  for (const name of ['A', 'B']) await createDeal(service, owner, { name });
  const { deals } = service.as(owner);
  const { nextPageToken } = await deals.listDeals(listRequest({ sort: 'name', pageSize: 1 }));
  const [mark, , id] = JSON.parse(Buffer.from(nextPageToken!, 'base64url').toString()) as string[];
  const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

  for (const fields of [
    { sort: '-name', pageToken: nextPageToken! },
    { sort: 'name', status: 'active', pageToken: nextPageToken! },
    { sort: 'name', pageToken: 'x' },
    { sort: 'name', pageToken: '' },
    { sort: 'name', pageToken: forged(mark, 'a\0', id) },
    { sort: 'name', pageToken: forged(mark, null, id) },
    { sort: 'name', pageToken: forged(mark, 'a', 'b') },
    { sort: 'name', pageToken: forged(mark, { a: 1 }, id) },
    { sort: 'name', pageToken: forged() },
  ]) {
    await expect(deals.listDeals(listRequest(fields))).rejects.toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('Start again without `after`'),
      details: [{ path: 'after' }],
    });
  }
  await expect(
    deals.listDeals(listRequest({ sort: 'name', skip: 1, pageToken: nextPageToken! })),
  ).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'offset' }] });
});

test('the order of shared deals does not reveal hidden prices', async () => {
  const teamId = newId();
  const member = userIn({ [teamId]: 'member' });
  const owner = testUser();
  for (const [name, price] of [
    ['Cheap', 1],
    ['Dear', 100],
  ] as const) {
    await service.share((await createDeal(service, owner, { name, price })).id, teamId);
  }
  await createDeal(service, member, { name: 'Own', price: 50 });
  const scope = 'mine-and-shared';

  expect(await names(member, { scope, sort: 'price' })).toEqual(['Own', 'Cheap', 'Dear']);
  expect(await names(member, { scope, sort: '-price' })).toEqual(['Own', 'Dear', 'Cheap']);

  await service.pool.query(
    `insert into deal.access_requests (id, owner_id, requester_id, scope, reason, status)
     values (gen_random_uuid(), $1, $2, 'deal.amount', 'because', 'approved')`,
    [owner.userId, member.userId],
  );
  expect(await names(member, { scope, sort: 'price' })).toEqual(['Cheap', 'Own', 'Dear']);
});

test('the pace of a deal follows its target, check days, videos, their view logs, and the time zone of its owner', async () => {
  const owner = testUser();
  const { deals, videos } = service.as(owner);
  const { id } = await createDeal(service, owner, { viewsTarget: 300, viewCheckDays: [1, 30] });
  const change = async (fields: object) => (await deals.updateDeal(changeRequest(id, fields))).deal?.pace ?? null;
  const pace = async () => {
    const { pace: read } = await getDeal(service, owner, id);
    const behind = await names(owner, { behindTarget: true });
    expect(behind).toHaveLength(read === 'behind' || read === 'missed' ? 1 : 0);
    return read;
  };
  const first = await addVideo(service, owner, id, { postDate: '2026-03-01' });
  const second = await addVideo(service, owner, id, { postDate: '2026-03-05' });
  const count = (videoId: string, revision: number, value: number, at: string) =>
    record(service, { videoId, revision, value, checkedAt: new Date(at) });
  expect(await pace()).toBeNull();
  await count(first.id, 1, 1, '2026-03-01T12:00:00Z');
  expect(await pace()).toBeNull();
  await count(first.id, 2, 60, '2026-03-11T23:30:00Z');
  expect(await pace()).toBe('behind');
  await count(second.id, 3, 40, '2026-03-11T12:00:00Z');
  expect(await pace()).toBe('ahead');

  const { newestViewLogs } = service.as({ kind: 'service', service: 'identity' });
  await newestViewLogs.recordOwnerTimeZone({ ownerId: owner.userId, timeZone: 'Asia/Tokyo', settingsVersion: 1 });
  expect(await pace()).toBe('behind');
  expect(await change({ viewCheckDays: [10] })).toBe('missed');
  expect(await pace()).toBe('missed');
  expect(await change({ viewCheckDays: [60] })).toBe('ahead');
  expect(await change({ viewsTarget: 3_000 })).toBe('behind');
  expect(await change({ name: 'Autumn launch' })).toBe('behind');
  expect(await change({ viewsTarget: 100 })).toBeNull();
  expect(await change({ viewsTarget: 400 })).toBe('ahead');
  await videos.deleteVideo({ dealId: id, videoId: second.id });
  expect(await pace()).toBe('behind');
});

test('a new time zone writes the progress of no deal whose newest view log stays on its day', async () => {
  const owner = testUser();
  const stored = async (dealId: string) => {
    const { rows } = await service.pool.query<{ day: string; row: string }>(
      `select counted_on::text as day, ctid::text || ' ' || xmax as row from deal.deal_progress where deal_id = $1`,
      [dealId],
    );
    return rows[0];
  };
  const countedAt = async (...times: string[]) => {
    const { id } = await createDeal(service, owner, { viewsTarget: 300, viewCheckDays: [30] });
    for (const time of times) {
      const video = await addVideo(service, owner, id, { postDate: '2026-03-01' });
      await record(service, { videoId: video.id, revision: 1, value: 10, checkedAt: new Date(time) });
    }
    return id;
  };
  const morning = await countedAt('2026-03-11T02:00:00Z', '2026-03-10T23:00:00Z');
  const evening = await countedAt('2026-03-10T23:00:00Z', '2026-03-11T23:00:00Z');
  const uncounted = await countedAt();
  const before = [await stored(morning), await stored(uncounted)];

  const { newestViewLogs } = service.as({ kind: 'service', service: 'identity' });
  await newestViewLogs.recordOwnerTimeZone({ ownerId: owner.userId, timeZone: 'Asia/Tokyo', settingsVersion: 1 });

  expect([await stored(morning), await stored(uncounted)]).toEqual(before);
  expect(before.map((each) => each?.day)).toEqual(['2026-03-11', null]);
  expect((await stored(evening))?.day).toBe('2026-03-12');
});

test('the next check of a deal follows its videos, their view logs and its status', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { viewCheckDays: [1, 30] });
  const next = async () => {
    const { rows } = await service.pool.query<{ next: string }>(
      `select next_due_date as next from deal.deal_progress where deal_id = $1`,
      [deal.id],
    );
    return rows[0]?.next;
  };
  expect(await next()).toBeNull();
  const first = await addVideo(service, owner, deal.id, { postDate: '2026-03-01' });
  await addVideo(service, owner, deal.id, { postDate: '2026-04-01' });
  expect(await next()).toBe('2026-03-02');
  await record(service, { videoId: first.id, revision: 1, value: 1, checkedAt: new Date('2026-03-05') });
  expect(await next()).toBe('2026-03-31');
  await service.as(owner).videos.deleteVideo({ dealId: deal.id, videoId: first.id });
  expect(await next()).toBe('2026-04-02');
  await service.as(owner).deals.updateDeal(changeRequest(deal.id, { status: 'cancelled' }));
  expect(await next()).toBeNull();
  await service.as(owner).deals.deleteDeal({ dealId: deal.id });
  expect(await next()).toBeUndefined();
});
