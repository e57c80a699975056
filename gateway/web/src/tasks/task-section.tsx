import { useFormats } from '../shell/account.js';
import type { Selection } from '../ui/tables/selection.js';
import type { Task } from './task-groups.js';
import { TaskRow } from './task-row.js';
import type { TaskChanges } from './use-task-changes.js';

export interface TaskListProps {
  readonly changes: TaskChanges;
  readonly onOpen: (task: Task) => void;
  /** The selected tasks, if they can be selected. */
  readonly selection?: Selection;
}

interface TaskSectionProps extends TaskListProps {
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** Tasks under a heading. */
export function TaskSection({ title, tasks, changes, onOpen, selection }: TaskSectionProps) {
  const { count } = useFormats();
  return (
    <section aria-label={title} className="mb-5">
      <h2 className={title === 'Overdue' ? 'mb-1.5 font-semibold text-bad' : 'mb-1.5 font-semibold'}>
        {title} <span className="font-normal text-soft">{count(tasks.length)}</span>
      </h2>
      {tasks.length > 0 && (
        <ul className="rounded-md border border-line bg-surface">
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              changes={changes}
              onOpen={() => onOpen(task)}
              {...(selection && { selection })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
