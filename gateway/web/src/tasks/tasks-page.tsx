import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { classNames } from '../ui/class-names.js';
import { EmptyState } from '../ui/empty-state.js';
import { More } from '../ui/more.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SearchField } from '../ui/search-field.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { useFilter } from '../use-filter.js';
import { NewTaskDialog, TaskDialog } from './task-dialog.js';
import { TaskBoard } from './task-board.js';
import type { TaskFilter } from './task-filter.js';
import { groupTasks, type Task } from './task-groups.js';
import { useTaskKeys } from './task-keys.js';
import { TaskSection, type TaskListProps } from './task-section.js';
import { useTaskChanges } from './use-task-changes.js';
import { useClosedTasks, useOpenTasks, type TaskList } from './use-task-lists.js';

/** What is to do, by when. */
export function TasksPage() {
  const [filter, setFilter] = useFilter('/tasks');
  const [isAdding, setAdding] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const open = useOpenTasks(filter);
  const changes = useTaskChanges();
  const onOpen = (task: Task, toAssign = false): void => {
    setAssigning(toAssign);
    setFilter({ task: task.id });
  };
  useTaskKeys({ tasks: open.tasks, changes, onNew: () => setAdding(true), onOpen });
  const openId = filter.task;
  return (
    <div className={classNames('mx-auto', filter.board ? 'max-w-7xl' : 'max-w-4xl')}>
      <PageHead
        title="Tasks"
        about={
          <span className="pointer-coarse:hidden">
            Press d to complete, a to assign, p to change priority{filter.board && ', → and ← to move'}.
          </span>
        }
        actions={
          <Button kind="primary" onClick={() => setAdding(true)} title="Press n">
            <Plus size={15} aria-hidden /> New task
          </Button>
        }
      />
      <Filters />
      {filter.board ? (
        <TaskBoard open={open} filter={filter} changes={changes} onOpen={onOpen} />
      ) : (
        <OpenTasks
          list={open}
          changes={changes}
          onOpen={onOpen}
          isFiltered={filter.q !== undefined || filter.mine === true}
        />
      )}
      {filter.done && !filter.board && <ClosedTasks filter={filter} changes={changes} onOpen={onOpen} />}
      {isAdding && <NewTaskDialog onClose={() => setAdding(false)} />}
      {openId !== undefined && (
        <TaskDialog
          key={openId}
          taskId={openId}
          isAssigning={isAssigning}
          onClose={() => setFilter({ task: undefined })}
        />
      )}
    </div>
  );
}

function Filters() {
  const [filter, setFilter] = useFilter('/tasks');
  const { q, mine, done, board } = filter;
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  const toggle = (name: 'mine' | 'done' | 'board'): void => setFilter({ [name]: filter[name] ? undefined : true });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchField label="Search" value={q} onSearch={search} />
      <div className="flex flex-wrap gap-1.5">
        <ToggleChip isOn={mine === true} onToggle={() => toggle('mine')}>
          Assigned to me
        </ToggleChip>
        {!board && (
          <ToggleChip isOn={done === true} onToggle={() => toggle('done')}>
            Show done
          </ToggleChip>
        )}
        <ToggleChip isOn={board === true} onToggle={() => toggle('board')}>
          Board
        </ToggleChip>
      </div>
    </div>
  );
}

function OpenTasks({
  list,
  isFiltered,
  changes,
  onOpen,
}: TaskListProps & { readonly list: TaskList; readonly isFiltered: boolean }) {
  const today = useToday();
  if (list.error !== undefined) return <PageError error={list.error} />;
  if (list.isPending) return <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />;
  const groups = groupTasks(list.tasks, today);
  if (groups.length === 0) {
    return (
      <EmptyState>
        {isFiltered ? 'No matching tasks' : 'No open tasks. Press n to create one for you or a teammate.'}
      </EmptyState>
    );
  }
  return (
    <>
      {groups.map(({ title, tasks }) => (
        <TaskSection key={title} title={title} tasks={tasks} changes={changes} onOpen={onOpen} />
      ))}
      <More of={list} />
    </>
  );
}

function ClosedTasks({ filter, changes, onOpen }: TaskListProps & { readonly filter: TaskFilter }) {
  const list = useClosedTasks(filter);
  if (list.error !== undefined) return <PageError error={list.error} />;
  if (list.isPending) return null;
  const newestFirst = list.tasks.toSorted((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1));
  return (
    <>
      <TaskSection title="Done" tasks={newestFirst} changes={changes} onOpen={onOpen} />
      <More of={list} />
    </>
  );
}
