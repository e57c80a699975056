import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useChange } from '../../api/queries.js';
import { useFormats, useSignedIn, useToday } from '../../shell/account.js';
import { usePeople } from '../../shell/people.js';
import { byDueDate, type Task } from '../../tasks/task-groups.js';
import { type TaskChanges, useTaskChanges } from '../../tasks/use-task-changes.js';
import { Chip } from '../../ui/chip.js';
import { AddLine } from '../../ui/fields/add-line.js';
import type { Deal } from '../deal-texts.js';
import { OVERVIEW_LIST, OverviewSection } from './overview-section.js';

const TITLE_MAX = 200;

/** The tasks of a deal; done in place, and added by title. */
export function DealTasks({ deal, tasks }: { readonly deal: Deal; readonly tasks: readonly Task[] }) {
  const { count } = useFormats();
  const create = useChange('tasks.create');
  const changes = useTaskChanges();
  const open = tasks.filter(({ status }) => status === 'todo' || status === 'in_progress').toSorted(byDueDate);
  const done = tasks.filter(({ status }) => status === 'done').length;
  const rest = open.length === 0 ? 'None open' : undefined;
  return (
    <OverviewSection title="Tasks" about={done > 0 ? `${count(open.length)} open · ${count(done)} done` : rest}>
      {open.length > 0 && (
        <ul className={OVERVIEW_LIST}>
          {open.map((task) => (
            <TaskLine key={task.id} task={task} changes={changes} />
          ))}
        </ul>
      )}
      <AddLine
        label="Add task"
        placeholder="Add task"
        maxLength={TITLE_MAX}
        add={(title) => create.mutateAsync({ input: { title, dealId: deal.id } })}
      />
    </OverviewSection>
  );
}

function TaskLine({ task, changes }: { readonly task: Task; readonly changes: TaskChanges }) {
  const { user, formats } = useSignedIn();
  const { nameOf } = usePeople();
  const today = useToday();
  const { id, title, status, dueDate, priority, assigneeId, canChangeStatus } = task;
  return (
    <li className="flex min-h-(--row) items-start gap-2 px-3 py-(--row-padding)">
      {canChangeStatus && (
        <button
          type="button"
          aria-label={`Done: ${title}`}
          className="group -ml-1.5 rounded p-1 text-soft hover:text-accent pointer-coarse:p-3.5"
          onClick={() => changes.setStatus(task, 'done')}
        >
          <Circle size={16} aria-hidden className="group-hover:hidden" />
          <CircleCheck size={16} aria-hidden className="hidden group-hover:block" />
        </button>
      )}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5 py-0.5 [overflow-wrap:anywhere]">
        <Link to="/tasks" search={{ task: id }} className="min-w-0 font-medium hover:underline pointer-coarse:py-2.5">
          <bdi>{title}</bdi>
        </Link>
        {status === 'in_progress' && <Chip tone="accent">In progress</Chip>}
        {priority === 'high' && <Chip tone="warn">High</Chip>}
        {assigneeId !== null && assigneeId !== user.id && <bdi className="text-soft">for {nameOf(assigneeId)}</bdi>}
      </span>
      {dueDate !== null && (
        <span className={dueDate < today ? 'shrink-0 py-0.5 text-warn' : 'shrink-0 py-0.5 text-soft'}>
          {dueDate === today ? 'today' : formats.shortDay(dueDate, today)}
        </span>
      )}
    </li>
  );
}
