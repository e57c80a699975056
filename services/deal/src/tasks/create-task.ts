import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateTaskRequest, Task } from '@svc/proto/deal/v1/task_service';
import { v7 as newId } from 'uuid';
import { getTask } from './get-task.js';
import { checkTaskFields } from './task.js';
import { checkLinks } from './task-links.js';
import { insertTasks } from './task-repo.js';

/** Creates a task. `teamsInCommon` are the active teams that the caller and the assignee share. */
export async function createTask(
  tx: Tx,
  user: UserPrincipal,
  request: CreateTaskRequest,
  teamsInCommon: string[],
): Promise<Task> {
  const fields = {
    title: request.title,
    description: request.description ?? null,
    status: request.status ?? 'todo',
    priority: request.priority ?? 'normal',
    dueDate: request.dueDate ?? null,
    dealId: request.dealId ?? null,
    contactId: request.contactId ?? null,
    assigneeId: request.assigneeId ?? null,
    assigneeTeamIds: teamsInCommon,
  };
  checkTaskFields(fields);
  await checkLinks(tx, user, fields, teamsInCommon);
  const id = newId();
  await insertTasks(tx, [{ id, ownerId: user.userId, ...fields }]);
  return getTask(tx, user, id);
}
