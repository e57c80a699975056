import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { readOneOf } from '@svc/chassis/errors/app-error';
import type { Task } from '@svc/proto/deal/v1/task_service';
import { checkDate } from '../deals/calendar-date.js';
import { seenBy } from '../visibility/access.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';

/** In the order in which lists sort them. */
export const TASK_STATUSES: readonly string[] = ['todo', 'in_progress', 'done', 'cancelled'];
export const TASK_PRIORITIES: readonly string[] = ['low', 'normal', 'high'];

/** The fields of a task that its owner sets. */
export interface TaskFields {
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  /** YYYY-MM-DD. */
  readonly dueDate: string | null;
  readonly dealId: string | null;
  readonly contactId: string | null;
  readonly assigneeId: string | null;
  /** Teams through which the assignee sees the task; internal. */
  readonly assigneeTeamIds: string[];
}

/** A task to be stored. */
export interface NewTask extends TaskFields {
  readonly id: string;
  readonly ownerId: string;
}

export interface TaskRow extends NewTask, SeenRow {
  /** Whether the task is assigned to the caller, who still shares a team with its owner. */
  readonly isAssignee: boolean;
  /** Names of the deal and the contact; null when hidden from the caller. */
  readonly dealName: string | null;
  readonly contactName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Throws `invalid_input` for values that no task can have. */
export function checkTaskFields({ status, priority, dueDate }: Partial<TaskFields>): void {
  if (status !== undefined) readOneOf('status', status, TASK_STATUSES);
  if (priority !== undefined) readOneOf('priority', priority, TASK_PRIORITIES);
  if (typeof dueDate === 'string') checkDate('dueDate', dueDate);
}

/** Returns the task as the caller may see it. */
export function toTask(user: UserPrincipal, { isAssignee, assigneeTeamIds: _unseen, ...row }: TaskRow): Task {
  return seenBy('task', user, { ...row, canChangeStatus: isAssignee || row.ownerId === user.userId });
}
