import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { showToast } from '../ui/toasts.js';
import { nextPriority, STATUS_NAMES, type Task, type TaskStatus } from './task-groups.js';

export interface TaskChanges {
  readonly setStatus: (task: Task, status: TaskStatus) => void;
  readonly raisePriority: (task: Task) => void;
  /** The tasks with the statuses that are on their way to the server. */
  readonly withMoves: (tasks: readonly Task[]) => readonly Task[];
}

/** Changes of a row that need no form. A status shows at once, goes back when it is refused, and can be taken back for a while. */
export function useTaskChanges(): TaskChanges {
  const queries = useQueryClient();
  const { mutateAsync } = useChange('tasks.update');
  const [moves, setMoves] = useState<ReadonlyMap<string, Task>>(new Map());
  /** Ends with the write before: of two of one task, the later one must count. */
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
      // Each status is a list of its own: until all have been read again, the task would be in none of them, or in two.
      await queries.refetchQueries({ queryKey: ['tasks.list'], type: 'active' }, { cancelRefetch: false });
    } catch (error) {
      showToast(describeError(error));
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
      showToast(describeError(error)),
    );
  };
  const withMoves = (tasks: readonly Task[]): readonly Task[] => [
    ...tasks.filter(({ id }) => !moves.has(id)),
    ...moves.values(),
  ];
  return { setStatus, raisePriority, withMoves };
}
