import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Pool } from '@svc/chassis/postgres/pool';
import { type ListTasksRequest, TaskService as methods } from '@svc/proto/deal/v1/task_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { checkDate } from '../deals/calendar-date.js';
import { bulkChangeTasks } from './bulk-change-tasks.js';
import { createTask } from './create-task.js';
import { deleteTask } from './delete-task.js';
import { getTask } from './get-task.js';
import { toTask } from './task.js';
import { findTeamsInCommon, type Teammates } from './task-links.js';
import { listTasks, TASK_LIST, type TaskFilter } from './task-repo.js';
import { updateTask } from './update-task.js';

/** Tasks. Possible assignees are requested from identity before the transaction of a change begins. */
export function taskHandlers(pool: Pool, write: Write, teammates: Teammates): ServiceHandlers<typeof methods> {
  return {
    createTask: write(methods.createTask, {
      before: ({ assigneeId }, { user }) => findTeamsInCommon(teammates, user, assigneeId),
      work: async (tx, request, { user }, teamsInCommon) => ({
        task: await createTask(tx, user, request, teamsInCommon),
      }),
    }),
    getTask: async ({ taskId }, { user }) => ({ task: await getTask(pool, user, taskId) }),
    listTasks: async (request, { user }) => {
      const filter = readFilter(user, request);
      const { rows, total, next } = await listTasks(pool, user, filter, sortedPageOf(TASK_LIST, request, filter));
      return { tasks: rows.map((row) => toTask(user, row)), totalSize: total, nextPageToken: next };
    },
    updateTask: write(methods.updateTask, {
      before: async ({ updateMask, assigneeId }, { user }) =>
        updateMask?.includes('assignee_id') ? findTeamsInCommon(teammates, user, assigneeId) : [],
      work: async (tx, request, { user }, teamsInCommon) => ({
        task: await updateTask(tx, user, request, teamsInCommon),
      }),
    }),
    bulkChangeTasks: write(methods.bulkChangeTasks, (tx, request, { user }) => bulkChangeTasks(tx, user, request)),
    deleteTask: write(methods.deleteTask, (tx, request, { user }) => deleteTask(tx, user, request)),
  };
}

function readFilter(user: UserPrincipal, request: ListTasksRequest): TaskFilter {
  const { scope, status = null, priority = null, assigneeId = null, dealId = null, query = null } = request;
  const { contactId = null, dueBefore = null } = request;
  if (dueBefore !== null) checkDate('dueBefore', dueBefore);
  const assignee = assigneeId === 'me' ? user.userId : assigneeId;
  // Tasks assigned to the caller are listed even if another user owns them.
  const listed = assignee === user.userId ? 'mine-and-shared' : readScope(scope);
  return { scope: listed, status, priority, assigneeId: assignee, dealId, contactId, dueBefore, query };
}
