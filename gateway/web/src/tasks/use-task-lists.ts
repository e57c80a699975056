import { useMemo } from 'react';
import { distinctRows } from '../api/distinct-rows.js';
import { useList } from '../api/queries.js';
import type { TaskFilter } from './task-filter.js';
import type { Task } from './task-groups.js';

export interface TaskList {
  readonly tasks: readonly Task[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly readMore: () => void;
}

const DUE_FIRST = { scope: 'mine-and-shared', sort: 'dueDate' } as const;
const NEWEST_FIRST = { scope: 'mine-and-shared', sort: '-createdAt' } as const;

/** Open tasks, by due date unless another order is set. */
export function useOpenTasks(filter: TaskFilter): TaskList {
  const input = { ...DUE_FIRST, ...(filter.sort && { sort: filter.sort }), ...inputOf(filter) };
  return useBoth(
    useList('tasks.list', { ...input, status: 'todo' }),
    useList('tasks.list', { ...input, status: 'in_progress' }),
  );
}

/** Done and canceled tasks, newest first. */
export function useClosedTasks(filter: TaskFilter): TaskList {
  const input = { ...NEWEST_FIRST, ...inputOf(filter) };
  return useBoth(
    useList('tasks.list', { ...input, status: 'done' }),
    useList('tasks.list', { ...input, status: 'cancelled' }),
  );
}

function inputOf({ q, mine }: TaskFilter) {
  return { ...(q !== undefined && { q }), ...(mine && { assigneeId: 'me' as const }) };
}

type List = ReturnType<typeof useList<'tasks.list'>>;

function useBoth(one: List, other: List): TaskList {
  const lists = [one, other];
  return {
    // A task whose status has just changed is in both lists until both have been refetched.
    tasks: useMemo(() => distinctRows([...one.items, ...other.items]), [one.items, other.items]),
    isPending: lists.some(({ isPending }) => isPending),
    error: lists.find(({ isError }) => isError)?.error,
    hasNextPage: lists.some(({ hasNextPage }) => hasNextPage),
    readMore: () => lists.forEach(({ readMore }) => readMore()),
  };
}
