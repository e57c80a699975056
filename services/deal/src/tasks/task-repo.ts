import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import { placeAmong, textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { CONTACT_VISIBILITY } from '../contacts/contact-access.js';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import { type NewTask, TASK_PRIORITIES, TASK_STATUSES, type TaskFields, type TaskRow } from './task.js';
import { TASK_VISIBILITY } from './task-visibility.js';

/** Names of a task's deal and contact, if the caller sees those. */
const NAMES = `(select d.name from deal.deals d where d.id = k.deal_id and ${DEAL_VISIBILITY.isVisible}) as "dealName",
            (select c.name from deal.contacts c where c.id = k.contact_id and ${CONTACT_VISIBILITY.contact.isVisible}) as "contactName"`;

const COLUMNS = `k.id, k.owner_id as "ownerId", k.title, k.description, k.status, k.priority, k.due_date as "dueDate",
            k.deal_id as "dealId", k.contact_id as "contactId", k.assignee_id as "assigneeId",
            k.assignee_team_ids as "assigneeTeamIds", k.created_at as "createdAt", k.updated_at as "updatedAt", k.version,
            ${NAMES}, ${TASK_VISIBILITY.seenColumns}`;

/** Finds the task if the caller sees it. */
export async function findTask(db: Db, user: UserPrincipal, taskId: string): Promise<TaskRow | null> {
  return db.find<TaskRow>(`select ${COLUMNS} from deal.tasks k where k.id = $3 and ${TASK_VISIBILITY.isVisible}`, [
    ...viewerOf(user),
    taskId,
  ]);
}

/** Finds the task if the caller sees it, locked until the end of the transaction. */
export async function findTaskForUpdate(tx: Tx, user: UserPrincipal, taskId: string): Promise<TaskRow | null> {
  return tx.find<TaskRow>(
    `select ${COLUMNS} from deal.tasks k
      where k.id = $3 and ${TASK_VISIBILITY.isVisible} for no key update of k`,
    [...viewerOf(user), taskId],
  );
}

/** Returns those of the tasks that the caller sees, locked in a fixed order until the end of the transaction. */
export async function listTasksForUpdate(tx: Tx, user: UserPrincipal, taskIds: readonly string[]): Promise<TaskRow[]> {
  return tx.list<TaskRow>(
    `select ${COLUMNS} from deal.tasks k
      where k.id = any ($3::uuid[]) and ${TASK_VISIBILITY.isVisible}
      order by k.id for no key update of k`,
    [...viewerOf(user), taskIds],
  );
}

/** Filters for a list of tasks; null disables one. */
export interface TaskFilter {
  readonly scope: Scope;
  readonly status: string | null;
  readonly priority: string | null;
  readonly assigneeId: string | null;
  readonly dealId: string | null;
  readonly contactId: string | null;
  /** End of the range of due dates, exclusive, YYYY-MM-DD. */
  readonly dueBefore: string | null;
  /** Searches title and description. */
  readonly query: string | null;
}

export const TASK_LIST = {
  name: 'tasks',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'k.created_at', type: 'instant' },
    title: { sql: textOrder('k.title'), type: 'text' },
    status: { sql: placeAmong(TASK_STATUSES, 'k.status'), type: 'integer' },
    priority: { sql: placeAmong(TASK_PRIORITIES, 'k.priority'), type: 'integer' },
    dueDate: { sql: 'k.due_date', type: 'date', nullable: true },
  },
} as const satisfies SortedList;

/** Lists tasks that the caller sees, with their total. */
export async function listTasks(
  db: Db,
  user: UserPrincipal,
  filter: TaskFilter,
  page: SortedPage,
): Promise<SortedPageRows<TaskRow>> {
  const values: unknown[] = viewerOf(user);
  const filters: string[] = [];
  const add = (value: string | null, condition: (parameter: string) => string): void => {
    if (value !== null) filters.push(condition(`$${values.push(value)}`));
  };
  add(filter.status, (status) => `k.status = ${status}`);
  add(filter.priority, (priority) => `k.priority = ${priority}`);
  add(filter.assigneeId, (id) => `k.assignee_id = ${id}::uuid`);
  add(filter.dealId, (id) => `k.deal_id = ${id}::uuid`);
  add(filter.contactId, (id) => `k.contact_id = ${id}::uuid`);
  add(filter.dueBefore, (date) => `k.due_date < ${date}::date`);
  add(
    filter.query === null ? null : searchPattern(filter.query),
    (pattern) =>
      `extensions.search_text(concat_ws(E'\\n', k.title, k.description)) like extensions.search_text(${pattern})`,
  );
  const rows = {
    table: 'deal.tasks k',
    id: 'k.id',
    own: 'k.owner_id = $1',
    others: TASK_VISIBILITY.othersInScope(filter.scope),
    filters,
    columns: COLUMNS,
    shown: 'deal.tasks k',
    values,
  };
  return listSorted(db, rows, page);
}

/** Whether the caller sees the deal. If so, it cannot be deleted until the end of the transaction. */
export async function lockDealWhenSeen(tx: Tx, user: UserPrincipal, dealId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select d.id from deal.deals d where d.id = $3 and ${DEAL_VISIBILITY.isVisible} for key share of d`,
    [...viewerOf(user), dealId],
  );
  return rows.length > 0;
}

export async function insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  await tx.query(
    `insert into deal.tasks
            (id, owner_id, title, description, status, priority, due_date, deal_id, contact_id, assignee_id, assignee_team_ids)
     select n.id, n."ownerId", n.title, n.description, n.status, n.priority, n."dueDate", n."dealId", n."contactId", n."assigneeId",
            n."assigneeTeamIds"
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "ownerId" uuid, title text, description text, status text, priority text, "dueDate" date, "dealId" uuid,
            "contactId" uuid, "assigneeId" uuid, "assigneeTeamIds" uuid[])`,
    [JSON.stringify(tasks)],
  );
}

/** Sets all fields of a locked task. */
export async function updateTaskRow(tx: Tx, taskId: string, fields: TaskFields): Promise<void> {
  await tx.query(
    `update deal.tasks
        set title = $2, description = $3, status = $4, priority = $5, due_date = $6, deal_id = $7, contact_id = $8,
            assignee_id = $9, assignee_team_ids = $10, updated_at = now(), version = version + 1
      where id = $1`,
    [taskId, ...valuesOf(fields)],
  );
}

/** Records that the assignee was confirmed just now, even if unchanged. */
export async function confirmAssignee(tx: Tx, taskId: string): Promise<void> {
  await tx.query(`update deal.tasks set assigned_at = now() where id = $1`, [taskId]);
}

function valuesOf(fields: TaskFields): unknown[] {
  return [
    fields.title,
    fields.description,
    fields.status,
    fields.priority,
    fields.dueDate,
    fields.dealId,
    fields.contactId,
    fields.assigneeId,
    fields.assigneeTeamIds,
  ];
}

/** Unlinks deals from the tasks that refer to them. */
export async function unlinkDeals(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await tx.query(
    `update deal.tasks set deal_id = null, updated_at = now(), version = version + 1 where deal_id = any ($1::uuid[])`,
    [dealIds],
  );
}

/** Deletes tasks with their shares. */
export async function deleteTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.query(`delete from deal.tasks where id = any ($1::uuid[])`, [taskIds]);
}

/** Sets the status or the priority of locked tasks; undefined leaves one unchanged. */
export async function updateTasks(
  tx: Tx,
  taskIds: readonly string[],
  { status, priority }: Partial<Pick<TaskFields, 'status' | 'priority'>>,
): Promise<void> {
  await tx.query(
    `update deal.tasks
        set status = coalesce($2, status), priority = coalesce($3, priority), updated_at = now(), version = version + 1
      where id = any ($1::uuid[])`,
    [taskIds, status ?? null, priority ?? null],
  );
}

/**
 * Hides tasks from assignees who saw them through a team: tasks of one member, as owner or assignee, or of everyone when null. With `until`, later
 * assignments stay.
 */
export async function endAssignmentsThrough(
  tx: Tx,
  teamId: string,
  userId: string | null,
  until: Date | null,
): Promise<void> {
  await tx.query(
    `update deal.tasks set assignee_team_ids = array_remove(assignee_team_ids, $1)
      where assignee_id is not null and assignee_team_ids @> array[$1::uuid]
        and ($2::uuid is null or $2 in (owner_id, assignee_id))
        and ($3::timestamptz is null or assigned_at <= $3)`,
    [teamId, userId, until],
  );
}

/** Unassigns a user from tasks of others; returns the number of tasks. */
export async function unassignFromTasks(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update deal.tasks
        set assignee_id = null, assignee_team_ids = '{}', updated_at = now(), version = version + 1
      where id = any (array(select id from deal.tasks where assignee_id = $1 limit $2))`,
    [userId, limit],
  );
  return rowCount;
}
