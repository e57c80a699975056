import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { PaymentService } from '@svc/proto/deal/v1/payment_service';
import type { BulkChangeTasksRequest } from '@svc/proto/deal/v1/task_service';
import { TaskService } from '@svc/proto/deal/v1/task_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from './testing/deal-service.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, getDeal, record, userIn } from './testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const outcomes = ({ results }: { results: { outcome: string; code?: string | null }[] }) =>
  results.map(({ outcome, code }) => code ?? outcome);

const tasksOf = (user: UserPrincipal) => service.call(user, TaskService);
const paymentsOf = (user: UserPrincipal) => service.call(user, PaymentService);

async function insertTask(ownerId: string, fields: { assigneeId?: string; teamId?: string } = {}): Promise<string> {
  const id = newId();
  await service.pool.query(
    `insert into deal.tasks (id, owner_id, title, status, priority, assignee_id, assignee_team_ids)
     values ($1, $2, 'Call', 'todo', 'normal', $3, $4)`,
    [id, ownerId, fields.assigneeId ?? null, fields.teamId === undefined ? [] : [fields.teamId]],
  );
  return id;
}

test('the assignee of a task may change only its status, also in bulk', async () => {
  const teamId = newId();
  const assignee = userIn({ [teamId]: 'member' });
  const ids = [
    await insertTask(testUser().userId, { assigneeId: assignee.userId, teamId }),
    await insertTask(assignee.userId),
    await insertTask(testUser().userId),
  ];
  const bulk = (action: Omit<BulkChangeTasksRequest, 'ids'>) => tasksOf(assignee).bulkChangeTasks({ ids, ...action });

  expect(outcomes(await bulk({ kind: 'status', status: 'done' }))).toEqual(['done', 'done', 'NOT_FOUND']);
  expect(outcomes(await bulk({ kind: 'status', status: 'done' }))).toEqual(['unchanged', 'unchanged', 'NOT_FOUND']);
  expect(outcomes(await bulk({ kind: 'priority', priority: 'high' }))).toEqual(['FORBIDDEN', 'done', 'NOT_FOUND']);
  expect(outcomes(await bulk({ kind: 'priority', priority: 'high' }))).toEqual(['FORBIDDEN', 'unchanged', 'NOT_FOUND']);
  const { task } = await tasksOf(assignee).getTask({ taskId: ids[1]! });
  expect(task).toMatchObject({ status: 'done', priority: 'high', version: 3 });
  expect(outcomes(await bulk({ kind: 'delete' }))).toEqual(['FORBIDDEN', 'done', 'NOT_FOUND']);
  await expect(bulk({ kind: 'status', status: 'lost' })).rejects.toMatchObject({ details: [{ path: 'status' }] });
  await expect(bulk({ kind: 'priority' })).rejects.toMatchObject({ details: [{ path: 'priority' }] });
});

test('payments change status, with the time that it requires, or are deleted, by the rules of one', async () => {
  const { owner, member, deal } = await createSharedDeal(service);
  const create = async () => {
    const request = { dealId: deal.id, direction: 'incoming', amount: 5, currency: 'USD' };
    return (await paymentsOf(owner).createPayment(request)).payment!.id;
  };
  const ids = [await create(), await create(), newId()];

  const paid = await paymentsOf(owner).bulkChangePayments({ ids, kind: 'status', status: 'paid' });

  expect(outcomes(paid)).toEqual(['done', 'done', 'NOT_FOUND']);
  const list = () => paymentsOf(owner).listPayments({ dealId: deal.id, pageSize: 5, skip: 0 });
  expect((await list()).payments).toMatchObject([
    { status: 'paid', paidAt: expect.any(Date), version: 2 },
    { status: 'paid', paidAt: expect.any(Date) },
  ]);
  const { activities } = await service.as(owner).deals.listActivity({ dealId: deal.id, pageSize: 2, skip: 0 });
  expect(activities).toMatchObject([
    { action: 'payment.updated', changedFields: ['status', 'paidAt'] },
    { action: 'payment.updated' },
  ]);
  const ofMember = await paymentsOf(member).bulkChangePayments({ ids, kind: 'delete' });
  expect(outcomes(ofMember)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']);
  expect(outcomes(await paymentsOf(owner).bulkChangePayments({ ids, kind: 'delete' }))).toContain('done');
  expect(await list()).toMatchObject({ totalSize: 0 });
});

test('videos are deleted with their view logs, and the totals of their deals follow', async () => {
  const { owner, member, deal, video } = await createSharedDeal(service);
  const other = await createDeal(service, owner);
  const [kept, gone] = [await addVideo(service, owner, deal.id), await addVideo(service, owner, other.id)];
  await record(
    service,
    { videoId: kept.id, revision: 1, value: 3, checkedAt: new Date() },
    { videoId: video.id, revision: 1, value: 4, checkedAt: new Date() },
  );
  const ids = [video.id, gone.id, newId()];
  const bulk = (user: UserPrincipal) => service.as(user).videos.bulkChangeVideos({ ids, kind: 'delete' });

  expect(outcomes(await bulk(member))).toEqual(['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND']);
  expect(outcomes(await bulk(owner))).toEqual(['done', 'done', 'NOT_FOUND']);

  expect(await getDeal(service, owner, deal.id)).toMatchObject({ videoCount: 1, totalViews: 3 });
  expect(await getDeal(service, owner, other.id)).toMatchObject({ videoCount: 0, totalViews: 0 });
  expect(JSON.stringify(service.delivered)).toContain(gone.id);
});

test('contacts are deleted, and their deals are unlinked', async () => {
  const owner = testUser();
  const { contacts, deals } = service.as(owner);
  const create = async (kind: string) => {
    const request = { kind, name: 'Ann', handles: [], tags: [] };
    return (await contacts.createContact(request)).contact!.id;
  };
  const [contactId, influencerId] = [await create('contact'), await create('influencer')];
  const deal = await createDeal(service, owner);
  await deals.updateDeal(changeRequest(deal.id, { contactId, influencerId }));

  const ids = [contactId, influencerId];
  const result = await contacts.bulkChangeContacts({ contactKind: 'contact', ids, kind: 'delete' });

  expect(outcomes(result)).toEqual(['done', 'NOT_FOUND']);
  expect(await getDeal(service, owner, deal.id)).toMatchObject({ contactId: null, influencerId, version: 3 });
});
