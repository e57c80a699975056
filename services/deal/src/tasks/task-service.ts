import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import { TaskServiceService as methods, type ListTasksRequest } from '@svc/proto/deal/v1/task_service';
import { checkDate } from '../calendar-date.js';
import { readScope } from '../visibility/sight.js';
import { createTask } from './create-task.js';
import { deleteTask } from './delete-task.js';
import { getTask } from './get-task.js';
import { findTeamsInCommon, type Teammates } from './task-links.js';
import { listTasks, type TaskFilter } from './task-repo.js';
import { toTask } from './task.js';
import { updateTask } from './update-task.js';

/** Tasks. Who may be an assignee is asked of identity, before the transaction of the change begins. */
export function taskService(pool: Pool, teammates: Teammates): ServiceHandlers<typeof methods> {
  return {
    createTask: async (request, { user }) => {
      const teamsInCommon = await findTeamsInCommon(teammates, user, request.assigneeId);
      return runWrite(pool, methods.createTask, request, async (tx) => ({
        task: await createTask(tx, user, request, teamsInCommon),
      }));
    },
    getTask: async ({ taskId }, { user }) => ({ task: await getTask(pool, user, taskId) }),
    listTasks: async (request, { user }) => {
      const sort = request.sort ?? '-createdAt';
      const { rows, total } = await listTasks(pool, user, readFilter(user, request), sort, pageOf(request));
      return { tasks: rows.map((row) => toTask(user, row)), totalSize: total };
    },
    updateTask: async (request, { user }) => {
      const isReassigned = request.updateMask?.includes('assignee_id') ?? false;
      const teamsInCommon = isReassigned ? await findTeamsInCommon(teammates, user, request.assigneeId) : [];
      return runWrite(pool, methods.updateTask, request, async (tx) => ({
        task: await updateTask(tx, user, request, teamsInCommon),
      }));
    },
    deleteTask: (request, { user }) =>
      runWrite(pool, methods.deleteTask, request, async (tx) => {
        await deleteTask(tx, user, request);
        return {};
      }),
  };
}

function readFilter(user: UserPrincipal, request: ListTasksRequest): TaskFilter {
  const { scope, status = null, priority = null, assigneeId = null, dealId = null, query = null } = request;
  const { dueBefore = null } = request;
  if (dueBefore !== null) checkDate('dueBefore', dueBefore);
  const assignee = assigneeId === 'me' ? user.userId : assigneeId;
  return { scope: readScope(scope), status, priority, assigneeId: assignee, dealId, dueBefore, query };
}
