import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { showError, showToast } from '../ui/toasts.js';
import { nextPriority, STATUS_NAMES, type Task, type TaskStatus } from './task-groups.js';

export interface TaskChanges {
  readonly setStatus: (task: Task, status: TaskStatus) => void;
  readonly raisePriority: (task: Task) => void;
  /** The tasks with the statuses on their way to the server. */
  readonly withMoves: (tasks: readonly Task[]) => readonly Task[];
}

/** Changes of a row without a form. A status shows at once, reverts on failure, and can be undone for a while. */
export function useTaskChanges(): TaskChanges {
  const queries = useQueryClient();
  const { mutateAsync } = useChange('tasks.update');
  const [moves, setMoves] = useState<ReadonlyMap<string, Task>>(new Map());
  /** Runs after the previous write, because the later of two changes of one task must win. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const send = (taskId: string, status: TaskStatus): Promise<unknown> => {
    const sending = last.current.then(() => mutateAsync({ input: { taskId, status } }));
    last.current = sending.catch(() => undefined);
    return sending;
  };
  const move = async (task: Task, status: TaskStatus, done: () => void): Promise<void> => {
    const moved = { ...task, status, updatedAt: new Date().toISOString() };
    setMoves((before) => new Map(before).set(task.id, moved));
    try {
      await send(task.id, status);
      done();
      // Each status is a separate list: until all have been read again, the task would be in none or two of them.
      await queries.refetchQueries({ queryKey: ['tasks.list'], type: 'active' }, { cancelRefetch: false });
    } catch (error) {
      showError(describeError(error));
    } finally {
      setMoves((before) => new Map([...before].filter(([, each]) => each !== moved)));
    }
  };
  const setStatus = (task: Task, status: TaskStatus): void => {
    const undo = (): void => void move({ ...task, status }, task.status, () => undefined);
    void move(task, status, () =>
      showToast(`${STATUS_NAMES[status]}: ${task.title}`, { action: { label: 'Undo', run: undo } }),
    );
  };
  const raisePriority = ({ id, priority }: Task): void => {
    mutateAsync({ input: { taskId: id, priority: nextPriority(priority) } }).catch((error: unknown) =>
      showError(describeError(error)),
    );
  };
  const withMoves = (tasks: readonly Task[]): readonly Task[] => [
    ...tasks.filter(({ id }) => !moves.has(id)),
    ...moves.values(),
  ];
  return { setStatus, raisePriority, withMoves };
}
