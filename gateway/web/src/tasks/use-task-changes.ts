import { describeError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { showToast } from '../ui/toasts.js';
import { nextPriority, PRIORITY_NAMES, STATUS_NAMES, type Task, type TaskStatus } from './task-groups.js';

export interface TaskChanges {
  readonly setStatus: (task: Task, status: TaskStatus) => void;
  readonly raisePriority: (task: Task) => void;
}

/** Changes of a row that need no form; a status can be taken back for a while. */
export function useTaskChanges(): TaskChanges {
  const { mutateAsync } = useChange('tasks.update');
  const change = async (input: Parameters<typeof mutateAsync>[0]['input'], done: () => void): Promise<void> => {
    try {
      await mutateAsync({ input });
      done();
    } catch (error) {
      showToast(describeError(error));
    }
  };
  const setStatus = ({ id, title, status: before }: Task, status: TaskStatus): void => {
    const undo = (): void => void change({ taskId: id, status: before }, () => undefined);
    void change({ taskId: id, status }, () =>
      showToast(`${STATUS_NAMES[status]}: ${title}`, { action: { label: 'Undo', run: undo } }),
    );
  };
  const raisePriority = ({ id, title, priority: before }: Task): void => {
    const priority = nextPriority(before);
    void change({ taskId: id, priority }, () => showToast(`${PRIORITY_NAMES[priority]} priority: ${title}`));
  };
  return { setStatus, raisePriority };
}
