import type { Item } from '../api/operations.js';

export type Task = Item<'tasks.list'>;
export type TaskStatus = Task['status'];
export type TaskPriority = Task['priority'];

export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  todo: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
};

export const STATUSES = Object.entries(STATUS_NAMES) as readonly (readonly [TaskStatus, string])[];

/** Whether a task is still to be done. */
export function isOpen({ status }: Pick<Task, 'status'>): boolean {
  return status === 'todo' || status === 'in_progress';
}

/** Most important first. */
export const PRIORITY_NAMES: Readonly<Record<TaskPriority, string>> = { high: 'High', normal: 'Normal', low: 'Low' };

export const PRIORITIES = Object.keys(PRIORITY_NAMES) as readonly TaskPriority[];

export interface TaskGroup {
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The order of open tasks: by date, then by priority. */
export function byDueDate(one: Task, other: Task): number {
  return (
    compare(one.dueDate ?? '9999', other.dueDate ?? '9999') ||
    rankOf(one) - rankOf(other) ||
    compare(one.createdAt, other.createdAt)
  );
}

/** Open tasks grouped by due date, each group by date and then by priority. */
export function groupTasks(tasks: readonly Task[], today: string): TaskGroup[] {
  const sorted = tasks.toSorted(byDueDate);
  const groupOf = ({ dueDate }: Task): string => {
    if (dueDate === null) return 'No date';
    if (dueDate === today) return 'Today';
    return dueDate < today ? 'Overdue' : 'Later';
  };
  return ['Overdue', 'Today', 'Later', 'No date']
    .map((title) => ({ title, tasks: sorted.filter((task) => groupOf(task) === title) }))
    .filter((group) => group.tasks.length > 0);
}

/** Tasks in the order of the address, such as `-priority`; those without a value come last. */
export function sortTasks(tasks: readonly Task[], sort: string): Task[] {
  const isDescending = sort.startsWith('-');
  const field = isDescending ? sort.slice(1) : sort;
  const compareBy = field === 'priority' ? byPriority : field === 'title' ? byTitle : byDay(field);
  const isLast = (task: Task): boolean => field === 'dueDate' && task.dueDate === null;
  return tasks.toSorted(
    (one, other) =>
      Number(isLast(one)) - Number(isLast(other)) ||
      (isDescending ? compareBy(other, one) : compareBy(one, other)) ||
      compare(one.id, other.id),
  );
}

function byPriority(one: Task, other: Task): number {
  return rankOf(other) - rankOf(one);
}

function byTitle(one: Task, other: Task): number {
  return one.title.localeCompare(other.title);
}

function byDay(field: string): (one: Task, other: Task) => number {
  return field === 'dueDate'
    ? (one, other) => compare(one.dueDate ?? '', other.dueDate ?? '')
    : (one, other) => compare(one.createdAt, other.createdAt);
}

/** The next lower priority, wrapping around to high. */
export function nextPriority(priority: TaskPriority): TaskPriority {
  return PRIORITIES[(PRIORITIES.indexOf(priority) + 1) % PRIORITIES.length] ?? 'normal';
}

function rankOf({ priority }: Task): number {
  return PRIORITIES.indexOf(priority);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
