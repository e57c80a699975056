import { ChevronDown } from 'lucide-react';
import { BulkBar } from '../bulk/bulk-bar.js';
import { useBulk } from '../bulk/use-bulk.js';
import { buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import type { Selection } from '../ui/tables/selection.js';
import { PRIORITIES, PRIORITY_NAMES, STATUSES } from './task-groups.js';

export interface TaskBulkBarProps {
  readonly ids: readonly string[];
  readonly selection: Selection;
}

/** Actions on many tasks at once. */
export function TaskBulkBar({ ids, selection }: TaskBulkBarProps) {
  const { tryTo } = useBulk('tasks.bulk_change', ids, selection);
  return (
    <BulkBar name="tasks.bulk_change" nouns={['task', 'tasks']} ids={ids} selection={selection}>
      <Menu
        className={buttonClass('quiet')}
        align="start"
        items={STATUSES.map(([status, label]) => ({ label, run: () => tryTo({ kind: 'status', status }) }))}
      >
        Set status <ChevronDown size={14} aria-hidden />
      </Menu>
      <Menu
        className={buttonClass('quiet')}
        align="start"
        items={PRIORITIES.map((priority) => ({
          label: PRIORITY_NAMES[priority],
          run: () => tryTo({ kind: 'priority', priority }),
        }))}
      >
        Set priority <ChevronDown size={14} aria-hidden />
      </Menu>
    </BulkBar>
  );
}
