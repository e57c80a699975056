import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { UpdateDealRequest } from '@svc/proto/deal/v1/deal_service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks } from '../testing/imports.js';
import {
  addVideo,
  changeRequest,
  createDeal,
  dealRequest,
  getDeal,
  listRequest,
  newVideoUrl,
  record,
} from '../testing/records.js';

const IN_USE = { kind: 'conflict', code: 'PROMO_CODE_IN_USE' };

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('a deal keeps all values that it was created with', async () => {
  const owner = testUser();
  const fields = {
    name: 'Spring launch',
    brand: 'Acme',
    status: 'draft',
    promoCode: 'SAVE20',
    promoLink: 'https://acme.example/save',
    price: 999_999_999_999.99,
    currency: 'CHF',
    viewsTarget: 1_000_000_000_000,
    platform: 'youtube',
    postDate: '2026-03-01',
    contactName: 'Ann',
    notes: 'First line\nsecond line',
    tags: ['a "quoted" tag', '{}', 'ä,b'],
    viewCheckDays: [0, 3_650],
  };

  const deal = await createDeal(service, owner, fields);

  expect(deal).toMatchObject({ ...fields, ownerId: owner.userId, version: 1, videoCount: 0, totalViews: 0 });
  expect(await getDeal(service, owner, deal.id)).toEqual(deal);
});

test('missing fields of a new deal default to the caller’s settings', async () => {
  const owner = testUser({
    preferences: { timeZone: 'UTC', locale: 'en', currency: 'EUR', viewCheckDays: [2, 5] },
  });

  const deal = await createDeal(service, owner);

  expect(deal).toMatchObject({ status: 'active', currency: 'EUR', viewCheckDays: [2, 5], tags: [], brand: null });
});

test('a deal cannot be created as completed, or with a date that leaves no room for due dates', async () => {
  const { deals } = service.as(testUser());

  await expect(deals.createDeal(dealRequest({ status: 'completed' }))).rejects.toMatchObject({ kind: 'invalid_input' });
  for (const postDate of ['0000-01-01', '9999-12-31']) {
    await expect(deals.createDeal(dealRequest({ postDate }))).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'postDate' }],
    });
  }
});

test('a deal says when its next check is due, also in lists and in answers to changes that move it', async () => {
  const owner = testUser();
  const { deals } = service.as(owner);
  const { id } = await createDeal(service, owner, { viewCheckDays: [1, 7] });
  const nextDueDate = async () => (await getDeal(service, owner, id)).nextDueDate;
  const changed = async (fields: Partial<UpdateDealRequest>) =>
    (await deals.updateDeal(changeRequest(id, fields))).deal?.nextDueDate ?? null;
  expect(await nextDueDate()).toBeNull();

  await addVideo(service, owner, id, { postDate: '2026-03-05' });
  const { id: videoId } = await addVideo(service, owner, id, { postDate: '2026-03-01' });
  expect(await nextDueDate()).toBe('2026-03-02');
  await record(service, { videoId, revision: 1, value: 5, checkedAt: new Date('2026-03-02T12:00:00Z') });
  expect(await nextDueDate()).toBe('2026-03-06');
  expect((await deals.listDeals(listRequest())).deals).toMatchObject([{ id, nextDueDate: '2026-03-06' }]);
  expect((await deals.exportDeals({ ids: [] })).deals).toMatchObject([{ id, nextDueDate: '2026-03-06' }]);

  expect(await changed({ name: 'Autumn launch' })).toBe('2026-03-06');
  expect(await changed({ viewCheckDays: [3] })).toBe('2026-03-04');
  expect(await changed({ status: 'completed' })).toBeNull();
  expect(await changed({ status: 'active' })).toBe('2026-03-04');
});

describe('a promo code', () => {
  test('belongs to one active deal of its owner, regardless of case', async () => {
    const owner = testUser();
    await createDeal(service, owner, { promoCode: 'Save20' });

    await expect(createDeal(service, owner, { promoCode: 'sAVE20' })).rejects.toMatchObject(IN_USE);
    await expect(createDeal(service, owner, { promoCode: 'SAVE20', status: 'draft' })).resolves.toBeDefined();
    await expect(createDeal(service, testUser(), { promoCode: 'SAVE20' })).resolves.toBeDefined();
  });

  test('is the same in its composed and its decomposed form', async () => {
    const owner = testUser();
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    const { promoCode } = await createDeal(service, owner, { promoCode: decomposed });

    expect(promoCode).toBe(composed);
    await expect(createDeal(service, owner, { promoCode: composed })).rejects.toMatchObject({
      code: 'PROMO_CODE_IN_USE',
    });
    const { summary } = await importLinks(service, owner, `CODE: ${decomposed}\n${newVideoUrl()}`);
    expect(summary).toMatchObject({ dealsReused: 1, dealsCreated: 0 });
  });

  test('is given to only one of twenty concurrent requests', async () => {
    const owner = testUser();

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => createDeal(service, owner, { promoCode: 'RACE' })),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(IN_USE);
  });

  test('is refused when a change would give it to a second active deal', async () => {
    const owner = testUser();
    await createDeal(service, owner, { promoCode: 'TAKEN' });
    const other = await createDeal(service, owner, { promoCode: 'FREE' });

    await expect(
      service.as(owner).deals.updateDeal(changeRequest(other.id, { promoCode: 'taken' })),
    ).rejects.toMatchObject(IN_USE);

    expect(await getDeal(service, owner, other.id)).toEqual(other);
  });

  test('is refused when its deal becomes active again after another deal got it', async () => {
    const owner = testUser();
    const { deals } = service.as(owner);
    const first = await createDeal(service, owner, { promoCode: 'AGAIN' });
    await deals.updateDeal(changeRequest(first.id, { status: 'completed' }));
    await createDeal(service, owner, { promoCode: 'again' });

    await expect(deals.updateDeal(changeRequest(first.id, { status: 'active' }))).rejects.toMatchObject(IN_USE);
    await expect(
      deals.updateDeal(changeRequest(first.id, { status: 'active', promoCode: null })),
    ).resolves.toBeDefined();
  });
});

describe('a change', () => {
  test('sets and clears what its mask names, and leaves the rest', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, {
      brand: 'Acme',
      notes: 'Old',
      price: 10,
      tags: ['a'],
      viewsTarget: 5,
    });

    const { deal: changed } = await service
      .as(owner)
      .deals.updateDeal(
        changeRequest(deal.id, { name: 'Autumn', price: 0.1, notes: null, viewsTarget: null, tags: ['b', 'c'] }),
      );

    expect(changed).toMatchObject({
      name: 'Autumn',
      brand: 'Acme',
      price: 0.1,
      notes: null,
      viewsTarget: null,
      tags: ['b', 'c'],
      version: 2,
    });
    expect(changed!.updatedAt!.getTime()).toBeGreaterThanOrEqual(deal.updatedAt!.getTime());
    expect(await getDeal(service, owner, deal.id)).toEqual(changed);
  });

  test('ignores fields that its mask does not name', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { brand: 'Acme' });

    const { deal: changed } = await service
      .as(owner)
      .deals.updateDeal({ dealId: deal.id, updateMask: ['brand'], name: 'Other', tags: ['x'], viewCheckDays: [4] });

    expect(changed).toMatchObject({ name: deal.name, brand: null, tags: [], viewCheckDays: deal.viewCheckDays });
  });

  test('to equal values is not a change', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner, { price: 10.5, tags: ['a'], postDate: '2026-03-01' });
    const same = { name: deal.name, price: 10.5, tags: ['a'], postDate: '2026-03-01', status: 'active' };

    const { deal: changed } = await service.as(owner).deals.updateDeal(changeRequest(deal.id, same));

    expect(changed).toEqual(deal);
  });

  test.each<[string, Partial<UpdateDealRequest>]>([
    ['name', { name: null }],
    ['status', { status: null }],
    ['status', { status: 'paid' }],
    ['currency', { currency: null }],
    ['viewCheckDays', { viewCheckDays: [] }],
    ['postDate', { postDate: '9999-12-31' }],
  ])('that leaves no usable %s is refused', async (path, fields) => {
    const owner = testUser();
    const deal = await createDeal(service, owner);

    await expect(service.as(owner).deals.updateDeal(changeRequest(deal.id, fields))).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path }],
    });
  });

  test('of a field that the owner cannot change is refused', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);

    for (const field of ['owner_id', 'total_views', 'version', 'promoCode']) {
      const request = { ...changeRequest(deal.id, {}), updateMask: [field] };
      await expect(service.as(owner).deals.updateDeal(request)).rejects.toMatchObject({ kind: 'invalid_input' });
    }
  });

  test('with an outdated version is refused, and with the current one is not', async () => {
    const owner = testUser();
    const { deals } = service.as(owner);
    const deal = await createDeal(service, owner);
    await deals.updateDeal(changeRequest(deal.id, { name: 'Second', expectedVersion: 1 }));

    await expect(deals.updateDeal(changeRequest(deal.id, { name: 'Third', expectedVersion: 1 }))).rejects.toMatchObject(
      {
        kind: 'stale',
        code: 'VERSION_CONFLICT',
      },
    );
    await expect(deals.deleteDeal({ dealId: deal.id, expectedVersion: 1 })).rejects.toMatchObject({ kind: 'stale' });
    expect(await getDeal(service, owner, deal.id)).toMatchObject({ name: 'Second', version: 2 });
  });

  test('is not lost when twenty concurrent ones expect the same version: only one succeeds', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        service.as(owner).deals.updateDeal(changeRequest(deal.id, { name: `Name ${index}`, expectedVersion: 1 })),
      ),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getDeal(service, owner, deal.id)).toMatchObject({ version: 2 });
  });
});

const ALLOWED = [
  'draft>active',
  'draft>cancelled',
  'active>completed',
  'active>cancelled',
  'completed>active',
  'cancelled>draft',
];
const STATUSES = ['draft', 'active', 'completed', 'cancelled'];
const PATHS: Record<string, string[]> = {
  draft: [],
  active: ['active'],
  completed: ['active', 'completed'],
  cancelled: ['cancelled'],
};

describe.each(STATUSES)('a deal that is %s', (from) => {
  test.each(STATUSES.filter((to) => to !== from))('becomes %s only if that transition is allowed', async (to) => {
    const owner = testUser();
    const { deals } = service.as(owner);
    const { id } = await createDeal(service, owner, { status: 'draft' });
    for (const status of PATHS[from]!) await deals.updateDeal(changeRequest(id, { status }));

    const change = deals.updateDeal(changeRequest(id, { status: to }));

    if (ALLOWED.includes(`${from}>${to}`)) await expect(change).resolves.toMatchObject({ deal: { status: to } });
    else await expect(change).rejects.toMatchObject({ kind: 'wrong_state', code: 'INVALID_TRANSITION' });
  });
});

describe('deleting', () => {
  test('removes the deal with its videos, and notifies viewcheck now and once more', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);
    const video = await addVideo(service, owner, deal.id);

    await service.as(owner).deals.deleteDeal({ dealId: deal.id, expectedVersion: deal.version });

    await expect(getDeal(service, owner, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
    const { videos } = await service.as(owner).directory.describeVideos({ videoIds: [video.id] });
    expect(videos).toEqual([]);
    const delivered = service.delivered.flatMap(({ destination, topic, messages }) =>
      messages.map(({ payload }) => ({ destination, topic, payload })),
    );
    const removal = {
      destination: 'viewcheck',
      topic: 'records.removed',
      payload: { dealIds: [deal.id], videoIds: [] },
    };
    expect(delivered).toContainEqual(removal);
    const { rows } = await service.pool.query(
      `select payload, deliver_at > now() + interval '4 minutes' as later from deal.outbox_messages`,
    );
    expect(rows).toContainEqual({ payload: removal.payload, later: true });
  });

  test('twice responds that the deal does not exist', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);
    await service.as(owner).deals.deleteDeal({ dealId: deal.id });

    await expect(service.as(owner).deals.deleteDeal({ dealId: deal.id })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a write repeated with its idempotency key', () => {
  test('returns the first response and takes effect once', async () => {
    const owner = testUser();
    const { deals } = service.as(owner, { idempotencyKey: 'create-once' });

    const first = await deals.createDeal(dealRequest({ promoCode: 'ONCE' }));
    const second = await deals.createDeal(dealRequest({ promoCode: 'ONCE' }));

    expect(second).toEqual(first);
    const { totalSize } = await deals.listDeals({ pageSize: 0, skip: 0, scope: '' });
    expect(totalSize).toBe(1);
  });

  test('is refused with a different request', async () => {
    const owner = testUser();
    const { deals } = service.as(owner, { idempotencyKey: 'create-once' });
    await deals.createDeal(dealRequest());

    await expect(deals.createDeal(dealRequest({ name: 'Other' }))).rejects.toMatchObject({
      kind: 'key_reused',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});
