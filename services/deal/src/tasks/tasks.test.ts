import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { CreateTaskRequest, UpdateTaskRequest } from '@svc/proto/deal/v1/task_service';
import { v7 as newId } from 'uuid';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal, userIn } from '../testing/records.js';
import { createSharedTask, createTask, getTask, listTitles, taskChange, tasksOf } from '../testing/tasks.js';
import { shareRecord } from '../testing/templates.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('a new task has the status todo and normal priority, and is read back unchanged', async () => {
  const owner = testUser();

  const task = await createTask(service, owner);

  expect(task).toMatchObject({ status: 'todo', priority: 'normal', dueDate: null, assigneeId: null, version: 1 });
  expect(await getTask(service, owner, task.id)).toEqual(task);
});

test.each<[string, Partial<CreateTaskRequest>]>([
  ['status', { status: 'paid' }],
  ['priority', { priority: 'urgent' }],
  ['dueDate', { dueDate: '9999-12-31' }],
  ['dealId', { dealId: newId() }],
  ['contactId', { contactId: newId() }],
])('an invalid %s is refused, at creation and later', async (path, fields) => {
  const owner = testUser();
  const refusal = { kind: 'invalid_input', details: [{ path }] };
  const task = await createTask(service, owner);

  await expect(createTask(service, owner, fields)).rejects.toMatchObject(refusal);
  await expect(tasksOf(service, owner).updateTask(taskChange(task.id, fields))).rejects.toMatchObject(refusal);
  expect(await listTitles(service, owner)).toEqual([task.title]);
});

describe('a linked deal', () => {
  test('may be shared with the owner of the task, but not hidden', async () => {
    const { deal, member, stranger } = await createSharedDeal(service);

    await expect(createTask(service, member, { dealId: deal.id })).resolves.toMatchObject({ dealId: deal.id });
    await expect(createTask(service, stranger, { dealId: deal.id })).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('is shown by name to those who see it, and so is a contact', async () => {
    const { deal, member } = await createSharedDeal(service);
    const contact = await createContact(service, member, { name: 'Ann' });
    const teamId = newId();
    const links = { dealId: deal.id, contactId: contact.id };
    const task = await createTask(service, member, links);
    await shareRecord(service, 'task', task.id, teamId);

    expect(task).toMatchObject({ ...links, dealName: deal.name, contactName: 'Ann' });
    const seenByOthers = await getTask(service, userIn({ [teamId]: 'member' }), task.id);
    expect(seenByOthers).toMatchObject({ ...links, dealName: null, contactName: null });
  });

  test('is unlinked when it is deleted, and the task remains', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);
    const task = await createTask(service, owner, { dealId: deal.id });

    await service.as(owner).deals.deleteDeal({ dealId: deal.id });

    expect(await getTask(service, owner, task.id)).toMatchObject({ title: task.title, dealId: null, version: 2 });
  });

  test('that is no longer shared may stay when other fields change', async () => {
    const { deal, member } = await createSharedDeal(service);
    const task = await createTask(service, member, { dealId: deal.id });
    await service.pool.query(`delete from deal.deal_team_shares where deal_id = $1`, [deal.id]);

    const { task: changed } = await tasksOf(service, member).updateTask(
      taskChange(task.id, { dealId: deal.id, title: 'Changed' }),
    );

    expect(changed).toMatchObject({ dealId: deal.id, title: 'Changed' });
  });
});

describe('a change', () => {
  test('sets and clears what its mask names, and leaves the rest', async () => {
    const owner = testUser();
    const task = await createTask(service, owner, { description: 'Old', dueDate: '2026-03-01', priority: 'high' });

    const { task: changed } = await tasksOf(service, owner).updateTask(
      taskChange(task.id, { title: 'New', description: null, status: 'in_progress' }),
    );

    expect(changed).toMatchObject({
      title: 'New',
      description: null,
      status: 'in_progress',
      dueDate: '2026-03-01',
      priority: 'high',
      version: 2,
    });
  });

  test('by an assignee is refused except for the status, with that reason', async () => {
    const { assignee, task } = await createSharedTask(service);

    await expect(
      tasksOf(service, assignee).updateTask(taskChange(task.id, { title: 'New', status: 'done' })),
    ).rejects.toMatchObject({ kind: 'forbidden', message: expect.stringContaining('only the `status`') });
  });

  test('to equal values is not a change, also by an assignee', async () => {
    const { owner, task } = await createSharedTask(service);
    const same: Partial<UpdateTaskRequest> = { title: task.title, status: 'todo', assigneeId: task.assigneeId ?? null };

    const { task: changed } = await tasksOf(service, owner).updateTask(taskChange(task.id, same));

    expect(changed).toEqual(task);
  });

  test.each(['title', 'status', 'priority'] as const)('that clears the %s is refused', async (field) => {
    const owner = testUser();
    const task = await createTask(service, owner);

    await expect(tasksOf(service, owner).updateTask(taskChange(task.id, { [field]: null }))).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: field }],
    });
  });

  test('with an outdated version is refused, and so is deleting the task', async () => {
    const owner = testUser();
    const tasks = tasksOf(service, owner);
    const { id } = await createTask(service, owner);
    await tasks.updateTask(taskChange(id, { title: 'Second', expectedVersion: 1 }));

    const late = tasks.updateTask(taskChange(id, { title: 'Third', expectedVersion: 1 }));
    await expect(late).rejects.toMatchObject({ code: 'VERSION_CONFLICT', data: { version: 2 } });
    await expect(tasks.deleteTask({ taskId: id, expectedVersion: 1 })).rejects.toMatchObject({ kind: 'stale' });
    await tasks.deleteTask({ taskId: id, expectedVersion: 2 });
    await expect(getTask(service, owner, id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a list', () => {
  test('can be filtered by status, priority, assignee, deal, contact and due date', async () => {
    const owner = testUser();
    const deal = await createDeal(service, owner);
    await createTask(service, owner, { title: 'plain' });
    await createTask(service, owner, { title: 'done', status: 'done' });
    await createTask(service, owner, { title: 'high', priority: 'high' });
    await createTask(service, owner, { title: 'mine', assigneeId: owner.userId });
    await createTask(service, owner, { title: 'deal', dealId: deal.id });
    const contact = await createContact(service, owner);
    await createTask(service, owner, { title: 'contact', contactId: contact.id });
    await createTask(service, owner, { title: 'due', dueDate: '2026-03-01' });

    expect(await listTitles(service, owner, { status: 'done' })).toEqual(['done']);
    expect(await listTitles(service, owner, { priority: 'high' })).toEqual(['high']);
    expect(await listTitles(service, owner, { assigneeId: 'me' })).toEqual(['mine']);
    expect(await listTitles(service, owner, { assigneeId: owner.userId })).toEqual(['mine']);
    expect(await listTitles(service, owner, { dealId: deal.id })).toEqual(['deal']);
    expect(await listTitles(service, owner, { contactId: contact.id })).toEqual(['contact']);
    expect(await listTitles(service, owner, { dueBefore: '2026-03-02' })).toEqual(['due']);
    expect(await listTitles(service, owner, { dueBefore: '2026-03-01' })).toEqual([]);
  });

  test('is newest first, or sorted by due date with undated tasks last', async () => {
    const owner = testUser();
    await createTask(service, owner, { title: 'late', dueDate: '2026-05-01' });
    await createTask(service, owner, { title: 'never' });
    await createTask(service, owner, { title: 'soon', dueDate: '2026-01-01' });

    expect(await listTitles(service, owner)).toEqual(['soon', 'never', 'late']);
    expect(await listTitles(service, owner, { sort: 'createdAt' })).toEqual(['late', 'never', 'soon']);
    expect(await listTitles(service, owner, { sort: 'dueDate' })).toEqual(['soon', 'late', 'never']);
    expect(await listTitles(service, owner, { sort: '-dueDate' })).toEqual(['late', 'soon', 'never']);
    for (const sort of ['color', 'constructor', 'toString']) {
      await expect(listTitles(service, owner, { sort })).rejects.toMatchObject({ kind: 'invalid_input' });
    }
  });

  test('is searched in title and description, with literal % and _', async () => {
    const owner = testUser();
    await createTask(service, owner, { title: 'Café 50%' });
    await createTask(service, owner, { title: '500', description: 'a_b' });
    await createTask(service, owner, { title: 'axb' });

    expect(await listTitles(service, owner, { query: 'cafe' })).toEqual(['Café 50%']);
    expect(await listTitles(service, owner, { query: '50%' })).toEqual(['Café 50%']);
    expect(await listTitles(service, owner, { query: 'A_B' })).toEqual(['500']);
  });
});

test('creating again with the same idempotency key returns the first response and creates no second task', async () => {
  const owner = testUser();
  const tasks = tasksOf(service, owner, 'once');

  const first = await tasks.createTask({ title: 'Once' });
  const second = await tasks.createTask({ title: 'Once' });

  expect(second).toEqual(first);
  expect(await listTitles(service, owner)).toEqual(['Once']);
});

test('a purge deletes the account’s tasks, and unassigns the account from tasks of others', async () => {
  const { owner, assignee, task } = await createSharedTask(service);
  const own = await createTask(service, assignee);
  const { purge } = service.as({ kind: 'service', service: 'identity' });

  await purge.purgeAccount({ ownerId: assignee.userId });

  await expect(getTask(service, assignee, own.id)).rejects.toMatchObject({ kind: 'not_found' });
  const left = { ...task, assigneeId: null, version: task.version + 1, updatedAt: expect.any(Date) };
  expect(await getTask(service, owner, task.id)).toEqual(left);
});
