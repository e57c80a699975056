import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Task, UpdateTaskRequest } from '@svc/proto/deal/v1/task_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { getTask } from './get-task.js';
import { checkTaskFields, type TaskFields, type TaskRow, toTask } from './task.js';
import { checkLinks } from './task-links.js';
import { confirmAssignee, findTaskForUpdate, updateTaskRow } from './task-repo.js';

const CHANGEABLE = [
  'title',
  'description',
  'status',
  'priority',
  'dueDate',
  'dealId',
  'contactId',
  'assigneeId',
] as const satisfies readonly (keyof TaskFields)[];

/**
 * Changes the fields in the mask; an assignee may change only the status. `teamsInCommon` are the active teams that the caller and the new assignee
 * share. Equal values do not count as a change. Throws VERSION_CONFLICT.
 */
export async function updateTask(
  tx: Tx,
  user: UserPrincipal,
  request: UpdateTaskRequest,
  teamsInCommon: string[],
): Promise<Task> {
  const requested = readChanges(request, CHANGEABLE, ['title', 'status', 'priority']);
  const changes = requested.assigneeId === undefined ? requested : { ...requested, assigneeTeamIds: teamsInCommon };
  checkTaskFields(changes);
  const stored = await findTaskForUpdate(tx, user, request.taskId);
  assertMayChange(user, stored, Object.keys(changes));
  checkVersion(stored.version, request.expectedVersion);
  await checkLinks(tx, user, newLinks(stored, changes), teamsInCommon);
  if (requested.assigneeId !== undefined) await confirmAssignee(tx, stored.id);
  if (changedFields(stored, changes).length === 0) return toTask(user, stored);

  await updateTaskRow(tx, stored.id, { ...stored, ...changes });
  return getTask(tx, user, stored.id);
}

/** Throws `not_found` for a hidden task, and `forbidden` for one that the caller may not change in these fields. */
export function assertMayChange(
  user: UserPrincipal,
  task: TaskRow | null,
  fields: readonly string[],
): asserts task is TaskRow {
  if (task?.isAssignee && fields.every((field) => field === 'status')) return;
  if (task?.isAssignee)
    throw forbidden('You may change only the `status` of this task. Only its owner may change the rest.');
  assertOwned('task', user, task);
}

/** Returns the links that the change adds; existing links may stay, even if they could no longer be added. */
function newLinks(stored: TaskRow, changes: Partial<TaskFields>): Partial<TaskFields> {
  const links = (['dealId', 'contactId', 'assigneeId'] as const).map((link) => [
    link,
    changes[link] === stored[link] ? null : (changes[link] ?? null),
  ]);
  return Object.fromEntries(links) as Partial<TaskFields>;
}
