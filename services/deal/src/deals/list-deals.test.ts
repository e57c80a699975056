import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ListDealsRequest } from '@svc/proto/deal/v1/deal_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, listRequest, record, userIn } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

/** Names of the deals in the user's list, in order. */
async function names(user: UserPrincipal, fields: Partial<ListDealsRequest> = {}): Promise<string[]> {
  const { deals, totalSize } = await service.as(user).deals.listDeals(listRequest(fields));
  expect(totalSize).toBe(deals.length);
  return deals.map(({ name }) => name);
}

describe('pages', () => {
  test('are newest first, do not overlap, and have the total, even beyond the end', async () => {
    const owner = testUser();
    for (let number = 1; number <= 5; number += 1) await createDeal(service, owner, { name: `Deal ${number}` });
    const page = async (pageSize: number, skip: number) => {
      const { deals, totalSize } = await service.as(owner).deals.listDeals(listRequest({ pageSize, skip }));
      return [totalSize, ...deals.map(({ name }) => name)];
    };

    expect(await page(2, 0)).toEqual([5, 'Deal 5', 'Deal 4']);
    expect(await page(2, 2)).toEqual([5, 'Deal 3', 'Deal 2']);
    expect(await page(2, 4)).toEqual([5, 'Deal 1']);
    expect(await page(2, 6)).toEqual([5]);
    expect(await page(0, 0)).toHaveLength(6);
  });

  test('of nothing are empty', async () => {
    expect(await service.as(testUser()).deals.listDeals(listRequest())).toMatchObject({ deals: [], totalSize: 0 });
    expect(await service.as(testUser()).deals.listDeals(listRequest({ skip: 10 }))).toMatchObject({ totalSize: 0 });
  });

  test.each<[string, Partial<ListDealsRequest>]>([
    ['limit', { pageSize: -1 }],
    ['offset', { skip: -1 }],
    ['scope', { scope: 'everything' }],
    ['sort', { sort: 'color' }],
    ['sort', { sort: '--createdAt' }],
    ['sort', { sort: 'constructor' }],
    ['from', { from: '0000-01-01' }],
  ])('are refused for a bad %s', async (path, fields) => {
    await expect(service.as(testUser()).deals.listDeals(listRequest(fields))).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path }],
    });
  });
});

test('a range that ends before it starts is refused', async () => {
  await expect(names(testUser(), { from: '2026-03-02', to: '2026-03-01' })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'to' }],
  });
});

test('filters by brand, checks that were due before today, and views behind the pace to the target', async () => {
  const owner = testUser();
  const ahead = await createDeal(service, owner, { name: 'Ahead', brand: 'Été', viewsTarget: 10, viewCheckDays: [1] });
  const behind = await createDeal(service, owner, { name: 'Behind', brand: 'ETE', viewsTarget: 10 });
  await createDeal(service, owner, { name: 'Without', brand: 'Été Corp' });
  const [read, due] = [await addVideo(service, owner, ahead.id), await addVideo(service, owner, behind.id)];
  await record(
    service,
    { videoId: read.id, revision: 1, value: 10, checkedAt: new Date() },
    { videoId: due.id, revision: 1, value: 0, checkedAt: new Date('2026-03-03') },
  );

  expect(await names(owner, { brand: 'été' })).toEqual(['Behind', 'Ahead']);
  expect(await names(owner, { overdue: true })).toEqual(['Behind']);
  expect(await names(owner, { overdue: false })).toEqual(['Without', 'Ahead']);
  expect(await names(owner, { behindTarget: true })).toEqual(['Behind']);
  expect(await names(owner, { behindTarget: false, brand: 'ete' })).toEqual(['Ahead']);
});

test('filters by status, promo code without case, tag and post date, and by all of them together', async () => {
  const owner = testUser();
  await createDeal(service, owner, { name: 'A', promoCode: 'Save20', tags: ['x', 'y'], postDate: '2026-03-01' });
  await createDeal(service, owner, {
    name: 'B',
    status: 'draft',
    promoCode: 'SAVE20',
    tags: ['y'],
    postDate: '2026-03-02',
  });
  await createDeal(service, owner, { name: 'C', tags: ['Y'] });
  await createDeal(service, owner, { name: 'Y', brand: 'Y', tags: ['yy'] });

  expect(await names(owner, { status: 'draft' })).toEqual(['B']);
  expect(await names(owner, { promoCode: 'save20' })).toEqual(['B', 'A']);
  expect(await names(owner, { promoCode: 'save2' })).toEqual([]);
  for (const tag of ['y', 'Ý', 'Y\u0301']) expect([tag, await names(owner, { tag })]).toEqual([tag, ['C', 'B', 'A']]);
  expect(await names(owner, { from: '2026-03-02' })).toEqual(['B']);
  expect(await names(owner, { to: '2026-03-01' })).toEqual(['A']);
  expect(await names(owner, { from: '2026-03-01', to: '2026-03-02' })).toEqual(['B', 'A']);
  expect(
    await names(owner, { status: 'active', promoCode: 'SAVE20', tag: 'x', query: 'a', from: '2026-03-01' }),
  ).toEqual(['A']);
});

describe('a search', () => {
  test.each([
    ['name', { name: 'Frühling bei Ann' }, 'fruhling'],
    ['brand', { brand: 'ACME Corp' }, 'acme'],
    ['promo code', { promoCode: 'Save20' }, 'save2'],
    ['contact', { contactName: 'Zoë Smith' }, 'ZOE SM'],
    ['tag', { tags: ['one', 'Été'] }, 'ete'],
    ['own notes', { notes: 'Call the café first' }, 'CAFE'],
  ])('finds a deal by its %s, without case and accents', async (_, fields, query) => {
    const owner = testUser();
    const deal = await createDeal(service, owner, fields);
    await createDeal(service, owner, { name: 'Other' });

    expect(await names(owner, { query })).toEqual([deal.name]);
  });

  test.each([
    ['%', '100% off', '100 off'],
    ['_', 'a_b', 'axb'],
    ['\\', 'back\\slash', 'backslash'],
    ['0% o', '100% off', '1000 o'],
  ])('takes %s literally', async (query, hit, miss) => {
    const owner = testUser();
    await createDeal(service, owner, { name: hit });
    await createDeal(service, owner, { name: miss });

    expect(await names(owner, { query })).toEqual([hit]);
  });

  test('does not match across two fields', async () => {
    const owner = testUser();
    await createDeal(service, owner, { name: 'ends here', brand: 'starts there' });

    expect(await names(owner, { query: 'here starts' })).toEqual([]);
    expect(await names(owner, { query: 'herestarts' })).toEqual([]);
  });

  test('finds the deal of a video by its URL or id, own and shared', async () => {
    const teamId = newId();
    const member = userIn({ [teamId]: 'admin' });
    const owner = testUser();
    const deal = await createDeal(service, owner, { name: 'Of the video' });
    await createDeal(service, owner, { name: 'Other' });
    await addVideo(service, owner, deal.id, { url: 'https://www.youtube.com/watch?v=abcdEFGH_51' });
    await service.share(deal.id, teamId);

    for (const query of ['https://youtu.be/abcdEFGH_51', 'abcdEFGH_51']) {
      expect(await names(owner, { query })).toEqual(['Of the video']);
      expect(await names(member, { query, scope: 'mine-and-shared' })).toEqual(['Of the video']);
      expect(await names(member, { query })).toEqual([]);
    }
  });

  test('searches only the caller’s own notes', async () => {
    const teamId = newId();
    const member = userIn({ [teamId]: 'admin' });
    const deal = await createDeal(service, testUser(), { name: 'Shared', notes: 'private remark' });
    await createDeal(service, member, { name: 'Own', notes: 'private remark' });
    await service.share(deal.id, teamId);

    expect(await names(member, { scope: 'mine-and-shared', query: 'remark' })).toEqual(['Own']);
    expect(await names(member, { scope: 'mine-and-shared', query: 'share' })).toEqual(['Shared']);
  });
});

test('own and shared deals form one list in one order, with all filters', async () => {
  const teamId = newId();
  const member = userIn({ [teamId]: 'member' });
  await createDeal(service, member, { name: 'Own 1' });
  const shared = await createDeal(service, testUser(), { name: 'Shared 2', price: 9 });
  await createDeal(service, member, { name: 'Own 3', status: 'draft' });
  await service.share(shared.id, teamId);

  expect(await names(member, { scope: 'mine-and-shared' })).toEqual(['Own 3', 'Shared 2', 'Own 1']);
  expect(await names(member, { scope: 'mine-and-shared', status: 'active' })).toEqual(['Shared 2', 'Own 1']);
});
