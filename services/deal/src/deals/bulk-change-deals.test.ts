import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { waitForLockWaiters } from '@svc/chassis/testing/lock-waiters';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import type { BulkChangeDealsRequest } from '@svc/proto/deal/v1/deal_service';
import { ExternalShareService } from '@svc/proto/deal/v1/external_share_service';
import { TaskService } from '@svc/proto/deal/v1/task_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, createSharedDeal, getDeal, listRequest } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

type Action = Omit<BulkChangeDealsRequest, 'ids'>;

async function bulk(user: UserPrincipal, ids: string[], action: Action) {
  return (await service.as(user).deals.bulkChangeDeals({ ids, ...action })).results;
}

async function insertDeals(ownerId: string, count: number): Promise<string[]> {
  const rows = await service.pool.list<{ id: string }>(
    `insert into deal.deals (id, owner_id, name, status, currency, view_check_days)
     select gen_random_uuid(), $1, 'Deal ' || n, 'active', 'USD', '{1}' from generate_series(1, $2::int) as n returning id`,
    [ownerId, count],
  );
  return rows.map(({ id }) => id);
}

test('deals that are hidden, not owned, not allowed or already changed are reported, and the others are changed', async () => {
  const shared = await createSharedDeal(service);
  const user = shared.member;
  const [active, done, draft] = [
    await createDeal(service, user),
    await createDeal(service, user),
    await createDeal(service, user, { status: 'draft' }),
  ];
  await bulk(user, [done.id], { kind: 'status', status: 'completed' });
  const gone = newId();

  const results = await bulk(user, [gone, active.id, shared.deal.id, done.id, draft.id, active.id.toUpperCase()], {
    kind: 'status',
    status: 'completed',
  });

  expect(results).toEqual([
    { id: gone, outcome: 'failed', code: 'NOT_FOUND', message: expect.stringContaining('no such deal') },
    { id: active.id.toUpperCase(), outcome: 'done', code: null, message: null },
    { id: shared.deal.id, outcome: 'failed', code: 'FORBIDDEN', message: expect.stringContaining('Only its owner') },
    { id: done.id, outcome: 'unchanged', code: null, message: null },
    { id: draft.id, outcome: 'failed', code: 'INVALID_TRANSITION', message: expect.stringContaining('draft') },
  ]);
  expect(await getDeal(service, user, active.id)).toMatchObject({ status: 'completed', version: 2 });
  expect(await getDeal(service, user, done.id)).toMatchObject({ version: 2 });
  expect(await getDeal(service, shared.owner, shared.deal.id)).toMatchObject({ status: 'active' });
  const { activities } = await service.as(user).deals.listActivity({ dealId: active.id, pageSize: 1, skip: 0 });
  expect(activities).toMatchObject([{ action: 'deal.updated', changedFields: ['status'], userId: user.userId }]);
});

test('a deal whose promo code is taken fails alone, and of two deals with the same code the first gets it', async () => {
  const owner = testUser();
  const reopened: string[] = [];
  for (const promoCode of ['A1', 'A1', 'B2']) {
    const { id } = await createDeal(service, owner, { promoCode });
    await bulk(owner, [id], { kind: 'status', status: 'completed' });
    reopened.push(id);
  }
  const [first = '', second = '', other = ''] = reopened;

  const results = await bulk(owner, reopened, { kind: 'status', status: 'active' });

  expect(new Map(results.map(({ id, outcome, code }) => [id, code ?? outcome]))).toEqual(
    new Map([
      [first, 'done'],
      [second, 'PROMO_CODE_IN_USE'],
      [other, 'done'],
    ]),
  );
  expect(await getDeal(service, owner, second)).toMatchObject({ status: 'completed' });
});

test('deleted deals are removed with their videos and shares, their tasks stay, and other services are notified', async () => {
  const owner = testUser();
  const deals = [await createDeal(service, owner), await createDeal(service, owner)];
  const ids = deals.map(({ id }) => id);
  await addVideo(service, owner, ids[0]!);
  await bulk(owner, ids, { kind: 'addTask', title: 'Call', dueDate: '2026-03-01' });
  await service.call(owner, ExternalShareService).createExternalShare({
    entityType: 'deal',
    entityId: ids[1]!,
    visibleFields: ['name'],
    isActive: true,
  });

  const results = await bulk(owner, ids, { kind: 'delete' });

  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(await service.as(owner).deals.listDeals(listRequest())).toMatchObject({ totalSize: 0 });
  const { tasks } = await service.call(owner, TaskService).listTasks({ pageSize: 5, skip: 0, scope: 'mine' });
  expect(tasks).toMatchObject([
    { title: 'Call', dueDate: '2026-03-01', dealId: null },
    { title: 'Call', dealId: null },
  ]);
  const { activities } = await service.as(owner).deals.listActivity({ pageSize: 3, skip: 0 });
  expect(activities.map(({ action }) => action).sort()).toEqual([
    'deal.deleted',
    'deal.deleted',
    'external_share.ended',
  ]);
  expect(JSON.stringify(service.delivered)).toContain(ids[0]);
});

test('tags are added and removed without regard to case and accents', async () => {
  const owner = testUser();
  const [plain, tagged] = [await createDeal(service, owner), await createDeal(service, owner, { tags: ['Été', 'x'] })];
  const full = await createDeal(service, owner, { tags: Array.from({ length: 50 }, (_, index) => `t${index}`) });
  const ids = [plain.id, tagged.id, full.id];

  const added = await bulk(owner, ids, { kind: 'addTag', tag: 'ete' });
  expect(added.map(({ outcome, code }) => code ?? outcome)).toEqual(['done', 'unchanged', 'VALIDATION_ERROR']);
  expect(await getDeal(service, owner, plain.id)).toMatchObject({ tags: ['ete'], version: 2 });

  const removed = await bulk(owner, ids, { kind: 'removeTag', tag: 'ETE' });
  expect(removed.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'unchanged']);
  expect(await getDeal(service, owner, tagged.id)).toMatchObject({ tags: ['x'] });
});

test.each<[string, Action]>([
  ['status', { kind: 'status', status: 'lost' }],
  ['action.tag', { kind: 'addTag' }],
  ['action.title', { kind: 'addTask' }],
  ['dueDate', { kind: 'addTask', title: 'x', dueDate: '0000-01-01' }],
  ['action.kind', { kind: 'explode' }],
])('a request that is invalid for every deal is refused as a whole: %s', async (path, action) => {
  await expect(bulk(testUser(), [newId()], action)).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path }],
  });
});

test('a request with no deal or more than 500 is refused, and so are agents', async () => {
  const owner = testUser();
  const action = { kind: 'delete' };
  for (const ids of [[], Array.from({ length: 501 }, () => newId())]) {
    await expect(bulk(owner, ids, action)).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'ids' }] });
  }
  await expect(
    service.as(testAgent({}, ['mcp'])).deals.bulkChangeDeals({ ids: [newId()], ...action }),
  ).rejects.toMatchObject({ kind: 'forbidden' });
});

test('500 deals take a few statements per hundred', async () => {
  const owner = testUser();
  const ids = await insertDeals(owner.userId, 500);
  const count = async (action: Action, of: string[]) => {
    const before = service.pool.statementCount();
    const results = await bulk(owner, of, action);
    expect(results.every(({ outcome }) => outcome === 'done')).toBe(true);
    return service.pool.statementCount() - before;
  };

  expect(await count({ kind: 'status', status: 'completed' }, ids)).toBeLessThan(40);
  expect(await count({ kind: 'addTag', tag: 'x' }, ids)).toBeLessThan(40);
  expect(await count({ kind: 'addTask', title: 'x' }, ids)).toBeLessThan(40);
  expect(await count({ kind: 'delete' }, ids)).toBeLessThan(60);
});

test('500 deals change as far as possible during concurrent changes', async () => {
  const { owner, member, deal } = await createSharedDeal(service);
  const own = await insertDeals(member.userId, 400);
  const draft = await createDeal(service, member, { status: 'draft' });
  const strangers = await insertDeals(testUser().userId, 95);
  const ids = [deal.id, ...strangers, ...own, draft.id, newId(), newId(), newId()];
  const [done = '', gone = ''] = own;
  const others = await service.pool.connect();
  await others.control('begin');
  await others.query(`update deal.deals set status = 'completed' where id = $1`, [done]);
  await others.query(`delete from deal.deals where id = $1`, [gone]);

  const changing = bulk(member, ids, { kind: 'status', status: 'completed' });
  await waitForLockWaiters(service.pool);
  await others.control('commit');
  others.release();
  const results = new Map((await changing).map(({ id, outcome, code }) => [id, code ?? outcome]));

  expect([...results.keys()]).toEqual(ids);
  expect([deal.id, draft.id, done, gone].map((id) => results.get(id))).toEqual([
    'FORBIDDEN',
    'INVALID_TRANSITION',
    'unchanged',
    'NOT_FOUND',
  ]);
  const counts = [...Map.groupBy(results.values(), (result) => result)].map(([result, { length }]) => [result, length]);
  expect(Object.fromEntries(counts)).toEqual({
    done: 398,
    unchanged: 1,
    FORBIDDEN: 1,
    INVALID_TRANSITION: 1,
    NOT_FOUND: 99,
  });
  const completed = await service.as(member).deals.listDeals(listRequest({ status: 'completed' }));
  expect(completed.totalSize).toBe(399);
  expect(await getDeal(service, owner, deal.id)).toMatchObject({ status: 'active' });
});

test('a bulk request repeated with its idempotency key takes effect once', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const { deals } = service.as(owner, { idempotencyKey: newId(), operation: 'deals.bulk_change' });
  const request = { ids: [deal.id], kind: 'addTask', title: 'Once' };

  expect(await deals.bulkChangeDeals(request)).toEqual(await deals.bulkChangeDeals(request));

  const { totalSize } = await service.call(owner, TaskService).listTasks({ pageSize: 5, skip: 0, scope: 'mine' });
  expect(totalSize).toBe(1);
});
