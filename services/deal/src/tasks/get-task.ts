import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Task } from '@svc/proto/deal/v1/task_service';
import { toTask } from './task.js';
import { findTask } from './task-repo.js';

/** Returns a task as the caller may see it. */
export async function getTask(db: Db, user: UserPrincipal, taskId: string): Promise<Task> {
  const task = await findTask(db, user, taskId);
  if (!task) throw notFound('task');
  return toTask(user, task);
}
