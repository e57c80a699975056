import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { updateMask } from '@svc/chassis/schemas/changes';
import { testUser } from '@svc/chassis/testing/test-service';
import {
  type CreateTaskRequest,
  type ListTasksRequest,
  type Task,
  TaskService,
  type UpdateTaskRequest,
} from '@svc/proto/deal/v1/task_service';
import { v7 as newId } from 'uuid';
import type { DealTestService } from './deal-service.js';
import { userIn } from './records.js';
import { shareRecord } from './templates.js';

export function tasksOf(service: DealTestService, user: UserPrincipal, idempotencyKey?: string) {
  return service.call(user, TaskService, idempotencyKey === undefined ? {} : { idempotencyKey });
}

export async function createTask(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<CreateTaskRequest> = {},
): Promise<Task> {
  const { task } = await tasksOf(service, user).createTask({ title: 'Send the brief', ...fields });
  if (!task) throw new Error('The answer has no task.');
  return task;
}

export async function getTask(service: DealTestService, user: UserPrincipal, taskId: string): Promise<Task> {
  const { task } = await tasksOf(service, user).getTask({ taskId });
  if (!task) throw new Error('The answer has no task.');
  return task;
}

/** A change of these fields; null clears. */
export function taskChange(taskId: string, fields: Partial<UpdateTaskRequest>): UpdateTaskRequest {
  const { expectedVersion = null, ...changes } = fields;
  return { taskId, updateMask: updateMask(changes), expectedVersion, ...changes };
}

/** Returns the titles of the tasks in a list, in order. */
export async function listTitles(
  service: DealTestService,
  user: UserPrincipal,
  fields: Partial<ListTasksRequest> = {},
): Promise<string[]> {
  const request = { pageSize: 50, skip: 0, scope: 'mine-and-shared', ...fields };
  const { tasks, totalSize } = await tasksOf(service, user).listTasks(request);
  if (totalSize !== tasks.length) throw new Error('The list has another page.');
  return tasks.map(({ title }) => title);
}

/** Creates a task assigned to a teammate and shared with another team, and one user for each way of seeing it or not. */
export async function createSharedTask(service: DealTestService) {
  const [commonId, sharedId] = [newId(), newId()];
  const owner = userIn({ [commonId]: 'member' });
  const assignee = userIn({ [commonId]: 'member' });
  service.activeTeams.set(assignee.userId, [commonId]);
  const task = await createTask(service, owner, { description: 'By mail.', assigneeId: assignee.userId });
  await shareRecord(service, 'task', task.id, sharedId);
  return {
    task,
    commonId,
    sharedId,
    owner,
    assignee,
    /** In the team of owner and assignee, which alone gives no access to the task. */
    colleague: userIn({ [commonId]: 'owner' }),
    teamOwner: userIn({ [sharedId]: 'owner' }),
    teamAdmin: userIn({ [sharedId]: 'admin' }),
    member: userIn({ [sharedId]: 'member' }),
    stranger: testUser(),
  };
}
