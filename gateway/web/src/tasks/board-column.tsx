import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import type { Task, TaskStatus } from './task-groups.js';
import { TaskRow } from './task-row.js';
import type { TaskListProps } from './task-section.js';

interface BoardColumnProps extends TaskListProps {
  readonly status: TaskStatus;
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** Tasks of one status, as cards. Other columns' cards can be dropped anywhere on it, even when it is empty. */
export function BoardColumn({ status, title, tasks, changes, onOpen }: BoardColumnProps) {
  const { count } = useFormats();
  const column = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!column.current) return undefined;
    return dropTargetForElements({
      element: column.current,
      getData: () => ({ status }),
      canDrop: ({ source }) => typeof source.data['taskId'] === 'string',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [status]);
  return (
    <section ref={column} aria-label={title} className="mb-5 flex flex-col self-stretch">
      <h2 className="mb-1.5 font-semibold">
        {title} <span className="font-normal text-soft">{count(tasks.length)}</span>
      </h2>
      <div
        className={classNames(
          'min-h-24 grow rounded-md border border-dashed p-2',
          isOver ? 'border-accent bg-accent-soft' : 'border-line',
        )}
      >
        {tasks.length === 0 ? (
          <p className="p-2 text-soft">No tasks</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {tasks.map((task) => (
              <Card key={task.id} task={task} changes={changes} onOpen={() => onOpen(task)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface CardProps extends Pick<TaskListProps, 'changes'> {
  readonly task: Task;
  readonly onOpen: () => void;
}

function Card({ task, ...rest }: CardProps) {
  const { id, canChangeStatus } = task;
  const card = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!card.current || !canChangeStatus) return undefined;
    return draggable({
      element: card.current,
      getInitialData: () => ({ taskId: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [id, canChangeStatus]);
  return (
    <TaskRow
      ref={card}
      task={task}
      hidesStatus
      className={classNames(
        'rounded-md border bg-surface',
        canChangeStatus && 'cursor-grab',
        isDragged && 'opacity-50',
      )}
      {...rest}
    />
  );
}
