import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { AllRowsChoice } from '../ui/tables/row-choice.js';
import { type Selection, useSelection } from '../ui/tables/selection.js';
import { SortSelect } from '../ui/tables/sort-select.js';
import { NewTaskDialog, TaskDialog } from './task-dialog.js';
import type { TaskFilter } from './task-filter.js';
import { groupTasks, sortTasks, type Task } from './task-groups.js';
import { useTaskKeys } from './task-keys.js';
import { type TaskListProps, TaskSection } from './task-section.js';
import { useTaskChanges } from './use-task-changes.js';
import { type TaskList, useClosedTasks, useOpenTasks } from './use-task-lists.js';

const TaskBoard = lazy(async () => ({ default: (await import('./task-board.js')).TaskBoard }));
// Loaded lazily, because most visits select no task.
const TaskBulkBar = lazy(async () => ({ default: (await import('./task-bulk-bar.js')).TaskBulkBar }));

const SORTED_BY = [
  { title: 'Title', sort: 'title' },
  { title: 'Priority', sort: 'priority' },
  { title: 'Due', sort: 'dueDate' },
  { title: 'Created', sort: 'createdAt' },
];

/** Tasks by due date. */
export function TasksPage() {
  const [filter, setFilter] = useFilter('/tasks');
  const [isAdding, setAdding] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const open = useOpenTasks(filter);
  const changes = useTaskChanges();
  const selection = useSelection(BULK_MAX);
  const chosen = filter.board ? [] : chosenIds(open.tasks, selection);
  const onOpen = (task: Task, toAssign = false): void => {
    setAssigning(toAssign);
    setFilter({ task: task.id });
  };
  const onSelect = ({ id, canChangeStatus }: Task): void => {
    if (canChangeStatus && !filter.board) selection.toggle(id);
  };
  useTaskKeys({ tasks: open.tasks, changes, onNew: () => setAdding(true), onOpen, onSelect });
  const openId = filter.task;
  return (
    <Page width="list">
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
        <Suspense fallback={<SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />}>
          <TaskBoard open={open} filter={filter} changes={changes} onOpen={onOpen} />
        </Suspense>
      ) : (
        <OpenTasks
          list={open}
          changes={changes}
          onOpen={onOpen}
          selection={selection}
          sort={filter.sort}
          isFiltered={filter.q !== undefined || filter.mine === true}
          onNew={() => setAdding(true)}
        />
      )}
      {filter.done && !filter.board && <ClosedTasks filter={filter} changes={changes} onOpen={onOpen} />}
      {chosen.length > 0 && (
        <Suspense>
          <TaskBulkBar ids={chosen} selection={selection} />
        </Suspense>
      )}
      {isAdding && <NewTaskDialog onClose={() => setAdding(false)} />}
      {openId !== undefined && (
        <TaskDialog
          key={openId}
          taskId={openId}
          isAssigning={isAssigning}
          onClose={() => setFilter({ task: undefined })}
        />
      )}
    </Page>
  );
}

function Filters() {
  const [filter, setFilter] = useFilter('/tasks');
  const { q, mine, done, board, sort } = filter;
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  const toggle = (name: 'mine' | 'done' | 'board'): void => setFilter({ [name]: filter[name] ? undefined : true });
  return (
    <FilterBar
      search={<SearchField label="Search tasks" value={q} onSearch={search} />}
      aside={<SavedViews path="/tasks" />}
      {...useSetFilters('/tasks')}
    >
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
      {!board && (
        <SortSelect fields={SORTED_BY} sorting={{ sort, onSort: (sort) => setFilter({ sort }), byDefault: 'By day' }} />
      )}
    </FilterBar>
  );
}

interface OpenTasksProps extends TaskListProps {
  readonly list: TaskList;
  readonly selection: Selection;
  readonly sort: string | undefined;
  readonly isFiltered: boolean;
  readonly onNew: () => void;
}

function OpenTasks({ list, isFiltered, sort, onNew, ...listed }: OpenTasksProps) {
  const today = useToday();
  if (list.error !== undefined) return <PageError error={list.error} />;
  if (list.isPending) return <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />;
  const groups =
    sort === undefined || list.tasks.length === 0
      ? groupTasks(list.tasks, today)
      : [{ title: 'Open', tasks: sortTasks(list.tasks, sort) }];
  if (groups.length === 0) {
    return (
      <EmptyState
        action={
          !isFiltered && (
            <Button kind="primary" onClick={onNew}>
              New task
            </Button>
          )
        }
      >
        {isFiltered ? 'No matching tasks' : 'No open tasks yet.'}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-2 flex items-center gap-2 px-3 text-[13px] text-soft max-sm:hidden">
        <AllRowsChoice
          label="Select all shown"
          listIds={() => list.tasks.flatMap(({ id, canChangeStatus }) => (canChangeStatus ? [id] : []))}
          isEmpty={!list.tasks.some(({ canChangeStatus }) => canChangeStatus)}
          selection={listed.selection}
        />
        <span aria-hidden>Select all shown</span>
      </div>
      {groups.map(({ title, tasks }) => (
        <TaskSection key={title} title={title} tasks={tasks} {...listed} />
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
