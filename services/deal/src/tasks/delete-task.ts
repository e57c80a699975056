import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteTaskRequest } from '@svc/proto/deal/v1/task_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { deleteTasks, findTaskForUpdate } from './task-repo.js';

/** Deletes a task with its shares. Throws VERSION_CONFLICT. */
export async function deleteTask(
  tx: Tx,
  user: UserPrincipal,
  { taskId, expectedVersion }: DeleteTaskRequest,
): Promise<void> {
  const task = await findTaskForUpdate(tx, user, taskId);
  assertOwned('task', user, task);
  checkVersion(task.version, expectedVersion);
  await deleteTasks(tx, [taskId]);
}
