import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { type BulkChange, changeInBulk, noSuchChange } from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { BulkChangeTasksRequest, BulkChangeTasksResponse } from '@svc/proto/deal/v1/task_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { checkTaskFields, type TaskRow } from './task.js';
import { deleteTasks, listTasksForUpdate, updateTasks } from './task-repo.js';
import { assertMayChange } from './update-task.js';

/**
 * Changes the status or priority of many tasks, or deletes them, each by the rules for one. Throws `invalid_input` for a request that is invalid for
 * every task.
 */
export async function bulkChangeTasks(
  tx: Tx,
  user: UserPrincipal,
  request: BulkChangeTasksRequest,
): Promise<BulkChangeTasksResponse> {
  return changeInBulk<TaskRow>(tx, request.ids, {
    what: 'task',
    lock: (ids) => listTasksForUpdate(tx, user, ids),
    ...readChange(tx, user, request),
  });
}

function readChange(
  tx: Tx,
  user: UserPrincipal,
  request: BulkChangeTasksRequest,
): Omit<BulkChange<TaskRow>, 'lock' | 'what'> {
  const { kind } = request;
  const idsOf = (tasks: readonly TaskRow[]): string[] => tasks.map(({ id }) => id);
  if (kind === 'delete') {
    return { check: (task) => assertOwned('task', user, task), apply: (tasks) => deleteTasks(tx, idsOf(tasks)) };
  }
  if (kind !== 'status' && kind !== 'priority') throw noSuchChange(['status', 'priority', 'delete']);
  const wanted = request[kind] ?? '';
  checkTaskFields({ [kind]: wanted });
  return {
    check: (task) => assertMayChange(user, task, [kind]),
    isAlreadySo: (task) => task[kind] === wanted,
    apply: (tasks) => updateTasks(tx, idsOf(tasks), { [kind]: wanted }),
  };
}
