import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { MembershipService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { userIn } from '../testing/records.js';
import { createSharedTask, createTask, getTask, listTitles, taskChange, tasksOf } from '../testing/tasks.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

/** Every method that names a task, with a request that only missing access can fail. */
const METHODS: Record<string, (user: UserPrincipal, taskId: string) => Promise<unknown>> = {
  getTask: (user, taskId) => tasksOf(service, user).getTask({ taskId }),
  'updateTask of the status': (user, taskId) =>
    tasksOf(service, user).updateTask(taskChange(taskId, { status: 'done' })),
  'updateTask of the title': (user, taskId) =>
    tasksOf(service, user).updateTask(taskChange(taskId, { title: 'Other' })),
  'updateTask of status and title': (user, taskId) =>
    tasksOf(service, user).updateTask(taskChange(taskId, { status: 'done', title: 'Other' })),
  deleteTask: (user, taskId) => tasksOf(service, user).deleteTask({ taskId }),
};

/** Methods that each kind of user may call; others are forbidden. Users who are not listed do not see the task. */
const ALLOWED: Record<string, readonly string[]> = {
  owner: Object.keys(METHODS),
  assignee: ['getTask', 'updateTask of the status'],
  teamOwner: ['getTask'],
  teamAdmin: ['getTask'],
  member: ['getTask'],
};

const CASES = Object.keys(METHODS).flatMap((method) =>
  (['owner', 'assignee', 'teamOwner', 'teamAdmin', 'member', 'colleague', 'stranger'] as const).map((who) => {
    const allowed = ALLOWED[who];
    return [
      method,
      who,
      allowed === undefined ? 'not_found' : allowed.includes(method) ? 'done' : 'forbidden',
    ] as const;
  }),
);

test.each(CASES)('%s by the %s is %s', async (method, who, answer) => {
  const shared = await createSharedTask(service);

  const call = METHODS[method]!(shared[who], shared.task.id);

  if (answer === 'done') {
    await expect(call).resolves.toBeDefined();
  } else {
    await expect(call).rejects.toMatchObject({ kind: answer });
    expect(await getTask(service, shared.owner, shared.task.id)).toEqual(shared.task);
  }
});

test.each([
  ['owner', { role: 'owner', canEdit: true }, true],
  ['assignee', { role: 'team-member', canEdit: false, teamIds: [] }, true],
  ['teamAdmin', { role: 'team-admin', canEdit: false }, false],
  ['member', { role: 'team-member', canEdit: false }, false],
] as const)('the %s gets the allowed actions, in single reads and in lists', async (who, access, canChangeStatus) => {
  const shared = await createSharedTask(service);

  const task = await getTask(service, shared[who], shared.task.id);
  const { tasks } = await tasksOf(service, shared[who]).listTasks({ pageSize: 9, skip: 0, scope: 'mine-and-shared' });

  expect(task).toMatchObject({ title: 'Send the brief', description: 'By mail.', access, canChangeStatus });
  expect(tasks).toEqual([task]);
  expect(Object.keys(task)).not.toContain('assigneeTeamIds');
});

test('tasks assigned to the caller include those of other owners', async () => {
  const { assignee, task } = await createSharedTask(service);

  for (const assigneeId of ['me', assignee.userId]) {
    const { tasks } = await tasksOf(service, assignee).listTasks({ pageSize: 9, skip: 0, scope: 'mine', assigneeId });
    expect(tasks.map(({ id }) => id)).toEqual([task.id]);
  }
});

test('lists exclude tasks of others, and one’s own list excludes tasks that are only assigned', async () => {
  const { assignee, colleague, stranger } = await createSharedTask(service);

  expect(await listTitles(service, assignee, { scope: 'mine' })).toEqual([]);
  expect(await listTitles(service, colleague)).toEqual([]);
  expect(await listTitles(service, stranger)).toEqual([]);
});

describe('an assignee', () => {
  test('who shares no active team with the owner is refused with the path of the field', async () => {
    const owner = userIn({ [newId()]: 'owner' });

    await expect(createTask(service, owner, { assigneeId: newId() })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'assigneeId' }],
    });
    const task = await createTask(service, owner);
    await expect(
      tasksOf(service, owner).updateTask(taskChange(task.id, { assigneeId: newId() })),
    ).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('may be the owner, without any team', async () => {
    const owner = userIn({});

    const task = await createTask(service, owner, { assigneeId: owner.userId });

    expect(task).toMatchObject({ assigneeId: owner.userId, access: { role: 'owner' } });
  });

  test('who is replaced no longer sees the task, and the new one does', async () => {
    const { owner, assignee, commonId, task } = await createSharedTask(service);
    const next = userIn({ [commonId]: 'member' });
    service.activeTeams.set(next.userId, [commonId]);

    await tasksOf(service, owner).updateTask(taskChange(task.id, { assigneeId: next.userId }));

    expect(await getTask(service, next, task.id)).toMatchObject({ canChangeStatus: true, version: 2 });
    await expect(getTask(service, assignee, task.id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('who has left the common team no longer sees the task, even if still in other teams', async () => {
    const { assignee, task } = await createSharedTask(service);
    const left = { ...assignee, teams: [{ id: newId(), role: 'owner' as const }] };

    await expect(getTask(service, left, task.id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('no longer sees the task once its owner has left the common team', async () => {
    const { owner, assignee, commonId, task } = await createSharedTask(service);
    const identity = service.call({ kind: 'service', service: 'identity' }, MembershipService);

    await identity.recordMembershipEnd({ teamId: commonId, userId: owner.userId });

    await expect(getTask(service, assignee, task.id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await getTask(service, owner, task.id)).toEqual(task);
  });

  test('still sees a task that was assigned after the assignee left and rejoined', async () => {
    const { assignee, commonId, task } = await createSharedTask(service);
    const identity = service.call({ kind: 'service', service: 'identity' }, MembershipService);
    const end = { teamId: commonId, userId: assignee.userId };

    await identity.recordMembershipEnd({ ...end, sharedUntil: new Date(Date.now() - 60_000) });
    expect(await getTask(service, assignee, task.id)).toMatchObject({ id: task.id });

    await identity.recordMembershipEnd({ ...end, sharedUntil: new Date(Date.now() + 60_000) });
    await expect(getTask(service, assignee, task.id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('still sees a task that was reassigned before the end of the old assignment was processed', async () => {
    const { owner, assignee, commonId, task } = await createSharedTask(service);
    const identity = service.call({ kind: 'service', service: 'identity' }, MembershipService);
    await service.pool.query(`update deal.tasks set assigned_at = now() - interval '1 hour' where id = $1`, [task.id]);

    await tasksOf(service, owner).updateTask(taskChange(task.id, { assigneeId: assignee.userId }));
    await identity.recordMembershipEnd({
      teamId: commonId,
      userId: assignee.userId,
      sharedUntil: new Date(Date.now() - 60_000),
    });

    expect(await getTask(service, assignee, task.id)).toMatchObject({ version: task.version });
  });
});
