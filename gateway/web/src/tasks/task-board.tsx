import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef } from 'react';
import { distinctRows } from '../api/distinct-rows.js';
import { useKeys } from '../shell/shortcuts.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { BoardColumn } from './board-column.js';
import type { TaskFilter } from './task-filter.js';
import { byDueDate, isOpen, STATUSES, type Task, type TaskStatus } from './task-groups.js';
import { focusTask, taskInFocus } from './task-keys.js';
import type { TaskListProps } from './task-section.js';
import type { TaskChanges } from './use-task-changes.js';
import { type TaskList, useClosedTasks } from './use-task-lists.js';

/** The columns that keys move a task through; its menu cancels it. */
const PATH: readonly TaskStatus[] = ['todo', 'in_progress', 'done'];

interface TaskBoardProps extends TaskListProps {
  readonly open: TaskList;
  readonly filter: TaskFilter;
}

/** Tasks in columns by status, stacked on narrow pages. */
export function TaskBoard({ open, filter, changes, onOpen }: TaskBoardProps) {
  const closed = useClosedTasks(filter);
  const all = changes.withMoves(distinctRows([...open.tasks, ...closed.tasks]));
  const tasks = [...all.filter(isOpen).toSorted(byDueDate), ...all.filter(isClosed).toSorted(lastChangedFirst)];
  useBoardKeys(tasks, changes);
  useDroppedCards(tasks, changes);
  const error = open.error ?? closed.error;
  if (error !== undefined) return <PageError error={error} />;
  if (open.isPending || closed.isPending) {
    return <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />;
  }
  return (
    <>
      <div className="grid gap-x-4 lg:grid-cols-2 xl:grid-cols-4">
        {STATUSES.map(([status, title]) => (
          <BoardColumn
            key={status}
            status={status}
            title={title}
            tasks={tasks.filter((task) => task.status === status)}
            changes={changes}
            onOpen={onOpen}
          />
        ))}
      </div>
      <More of={open.hasNextPage ? open : closed} />
    </>
  );
}

/** The arrow keys move the focused task to the next or previous column, with the focus. */
function useBoardKeys(tasks: readonly Task[], changes: TaskChanges): void {
  const moved = useRef<string>(undefined);
  useEffect(() => {
    if (moved.current !== undefined && focusTask(moved.current)) moved.current = undefined;
  });
  const move = (step: 1 | -1) => (): void => {
    const task = taskInFocus(tasks);
    if (!task?.canChangeStatus) return;
    const status = PATH[PATH.indexOf(task.status) + step];
    if (status === undefined || !PATH.includes(task.status)) return;
    moved.current = task.id;
    changes.setStatus(task, status);
  };
  useKeys({
    ArrowRight: { about: 'Move to next column', run: move(1) },
    ArrowLeft: { about: 'Move to previous column', run: move(-1) },
  });
}

/** A card dropped on another column takes its status. */
function useDroppedCards(tasks: readonly Task[], changes: TaskChanges): void {
  const latest = useRef({ tasks, changes });
  useEffect(() => {
    latest.current = { tasks, changes };
  });
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const task = latest.current.tasks.find(({ id }) => id === source.data['taskId']);
          const wanted = location.current.dropTargets[0]?.data['status'];
          const [status] = STATUSES.find(([each]) => each === wanted) ?? [];
          if (task && status !== undefined && status !== task.status) latest.current.changes.setStatus(task, status);
        },
      }),
    [],
  );
}

const isClosed = (task: Task): boolean => !isOpen(task);

function lastChangedFirst(one: Task, other: Task): number {
  return one.updatedAt > other.updatedAt ? -1 : 1;
}
