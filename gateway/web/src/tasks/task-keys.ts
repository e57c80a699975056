import { useNewRecord } from '../shell/new-record.js';
import { moveKeys, useKeys } from '../shell/shortcuts.js';
import type { Task } from './task-groups.js';
import type { TaskChanges } from './use-task-changes.js';

interface TaskKeys {
  readonly tasks: readonly Task[];
  readonly changes: TaskChanges;
  readonly onNew: () => void;
  /** Opens a task, at its assignee if requested. */
  readonly onOpen: (task: Task, toAssign?: boolean) => void;
  /** Selects a task for bulk actions. */
  readonly onSelect: (task: Task) => void;
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-task]')];

const focusedRow = (): HTMLElement | null | undefined => document.activeElement?.closest<HTMLElement>('[data-task]');

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('[data-title]')?.focus();
}

function move(step: 1 | -1): void {
  const all = rows();
  const focused = focusedRow();
  const index = focused ? all.indexOf(focused) + step : 0;
  focusRow(all[Math.min(all.length - 1, Math.max(0, index))]);
}

/** The task whose row has the focus. */
export function taskInFocus(tasks: readonly Task[]): Task | undefined {
  const id = focusedRow()?.dataset['task'];
  return tasks.find((each) => each.id === id);
}

/** Focuses a task unless something has the focus; false if something has. */
export function focusTask(id: string): boolean {
  const row = rows().find((each) => each.dataset['task'] === id);
  if (!row || document.activeElement !== document.body) return false;
  focusRow(row);
  return true;
}

/** Keys of the page: those for one task act on the focused one. */
export function useTaskKeys({ tasks, changes, onNew, onOpen, onSelect }: TaskKeys): void {
  const withTask = (act: (task: Task) => void) => () => {
    const task = taskInFocus(tasks);
    if (task) act(task);
  };
  useNewRecord('/tasks', 'New task', onNew);
  useKeys({
    ...moveKeys(move),
    d: {
      about: 'Done',
      run: withTask((task) => {
        if (!task.canChangeStatus || task.status === 'done') return;
        // The row disappears: the next one gets the focus, or the previous one after the last.
        const all = rows();
        const focused = focusedRow();
        const index = focused ? all.indexOf(focused) : -1;
        focusRow(all[index + 1] ?? all[index - 1]);
        changes.setStatus(task, 'done');
      }),
    },
    p: {
      about: 'Next priority',
      run: withTask((task) => {
        if (task.access.canEdit) changes.raisePriority(task);
      }),
    },
    a: { about: 'Assign', run: withTask((task) => onOpen(task, true)) },
    e: { about: 'Edit task', run: withTask((task) => onOpen(task)) },
    x: { about: 'Select task', run: withTask(onSelect) },
  });
}
