import { Circle, CircleCheck } from 'lucide-react';
import type { Ref } from 'react';
import { useSignedIn, useToday } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Chip } from '../ui/chip.js';
import { classNames } from '../ui/class-names.js';
import { Menu } from '../ui/menu.js';
import { ChoiceBox } from '../ui/tables/row-choice.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import type { Selection } from '../ui/tables/selection.js';
import { isOpen, STATUS_NAMES, STATUSES, type Task } from './task-groups.js';
import { TaskLinks } from './task-links.js';
import type { TaskChanges } from './use-task-changes.js';

interface TaskRowProps {
  readonly task: Task;
  readonly changes: TaskChanges;
  readonly onOpen: () => void;
  readonly ref?: Ref<HTMLLIElement>;
  /** How it is separated from its neighbors; by a line below unless set. */
  readonly className?: string;
  readonly selection?: Selection;
  /** Whether the place shows the status, as a column of a board does. */
  readonly hidesStatus?: boolean;
}

/** A task in a list. Its title opens it; the circle marks it as done. */
export function TaskRow({
  task,
  changes,
  onOpen,
  ref,
  className = 'border-b last:border-b-0',
  selection,
  hidesStatus = false,
}: TaskRowProps) {
  const { title, priority, canChangeStatus } = task;
  const isUndone = isOpen(task);
  return (
    <li
      ref={ref}
      data-task={task.id}
      className={classNames(
        'flex min-h-(--row) items-start gap-2 border-line px-3 py-(--row-padding) hover:bg-sunken',
        className,
      )}
    >
      {selection && (
        <span className="mr-2 flex py-1.5 max-sm:hidden">
          <ChoiceBox
            label={`Select ${title}`}
            isChosen={selection.ids.has(task.id)}
            isLocked={!canChangeStatus}
            onToggle={() => selection.toggle(task.id)}
          />
        </span>
      )}
      {canChangeStatus && (
        <button
          type="button"
          aria-label={isUndone ? `Done: ${title}` : `Reopen: ${title}`}
          title={isUndone ? 'Done (d)' : 'Reopen'}
          className="-ml-1.5 rounded p-1.5 text-soft hover:text-accent pointer-coarse:p-3.5"
          onClick={() => changes.setStatus(task, isUndone ? 'done' : 'todo')}
        >
          {isUndone ? <Circle size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
        </button>
      )}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5 py-0.5 pointer-coarse:py-2.5">
        <button
          type="button"
          data-title
          onClick={onOpen}
          className={classNames(
            'min-h-6 text-left font-medium [overflow-wrap:anywhere] hover:underline',
            !isUndone && 'text-soft line-through',
          )}
        >
          <bdi>{title}</bdi>
        </button>
        {priority === 'high' && <Chip tone="warn">High</Chip>}
        {priority === 'low' && <Chip>Low</Chip>}
        <TaskFacts task={task} />
        <TaskLinks task={task} />
      </div>
      {canChangeStatus && <StatusMenu {...{ task, changes, hidesStatus }} />}
    </li>
  );
}

/** Its due date, assignee, and owner if that is another user. */
function TaskFacts({ task: { dueDate, assigneeId, ownerId, status } }: { readonly task: Task }) {
  const { user, formats } = useSignedIn();
  const today = useToday();
  const { nameOf } = usePeople();
  const isForMe = assigneeId === user.id;
  const due = dueDate === null || dueDate === today ? null : formats.shortDay(dueDate, today);
  const isOverdue = dueDate !== null && dueDate < today && isOpen({ status });
  const facts = [
    assigneeId !== null && `for ${isForMe ? 'you' : nameOf(assigneeId)}`,
    ownerId !== user.id && `from ${nameOf(ownerId)}`,
  ].filter((fact) => fact !== false);
  return (
    <>
      {due !== null && <span className={isOverdue ? 'text-warn' : 'text-soft'}>{due}</span>}
      {facts.length > 0 && <bdi className="text-soft">{facts.join(' · ')}</bdi>}
    </>
  );
}

function StatusMenu({ task, changes, hidesStatus }: Pick<TaskRowProps, 'task' | 'changes' | 'hidesStatus'>) {
  const label = STATUS_NAMES[task.status];
  return (
    <Menu
      label={`Status of ${task.title}: ${label}`}
      className="min-h-7 shrink-0 rounded px-2 text-[13px] text-soft hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
      items={STATUSES.filter(([status]) => status !== task.status).map(([status, name]) => ({
        label: name,
        run: () => changes.setStatus(task, status),
      }))}
    >
      {hidesStatus ? <RowIcon name="more" /> : label}
    </Menu>
  );
}
