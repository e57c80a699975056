import { useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import type { Item } from '../api/operations.js';
import { useList, useOperation } from '../api/queries.js';
import { DayRange } from '../ui/fields/day-range.js';
import { FilterSelect } from '../ui/fields/filter-select.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { ActivityTable } from './activity-table.js';
import { agentName } from './describe-action.js';

/** Activity of all deals. */
export function ActivityPage() {
  const [filter] = useFilter('/activity');
  const activity = useList('activity.list', filter);
  return (
    <Page width="list">
      <PageHead title="Activity" about="Who changed what in your deals" />
      <ActivityFilters items={activity.items} />
      <ActivityTable
        withDeal
        list={activity}
        empty="No activity by you, your teams or your agents yet."
        noMatch={Object.keys(filter).length > 0 && 'No matching activity'}
      />
    </Page>
  );
}

type Activity = Item<'activity.list'>;

type Choice = readonly [value: string, name: string];

function ActivityFilters({ items }: { readonly items: readonly Activity[] }) {
  const [filter, setFilter] = useFilter('/activity');
  return (
    <FilterBar {...useSetFilters('/activity')}>
      <FilterSelect
        label="By"
        all="Everyone"
        value={filter.agent}
        choices={useAgents(items, filter.agent)}
        className="max-w-48"
        onChoose={(agent) => setFilter({ agent })}
      />
      <DayRange from={filter.from} to={filter.to} onChange={setFilter} />
    </FilterBar>
  );
}

/** The copilot, connected agents, and ended ones that have acted; the chosen one in any case. */
function useAgents(items: readonly Activity[], chosen: string | undefined): readonly Choice[] {
  const connections = useOperation('agent_connection.get', {}).data?.persistentConnections ?? [];
  const open = connections.map(({ requestId, displayName }): Choice => [requestId, displayName]);
  const acted = items.flatMap(({ agent }): Choice[] =>
    agent?.connectionId == null ? [] : [[agent.connectionId, agentName(agent)]],
  );
  const seen = useSeen(acted);
  const names = new Map([...(chosen === undefined ? [] : [[chosen, 'An ended agent'] as const]), ...seen, ...open]);
  names.delete('copilot');
  return [['copilot', 'Copilot'], ...names];
}

/** All agents so far: a filtered list has one of them, and the others must stay selectable. */
function useSeen(agents: readonly Choice[]): ReadonlyMap<string, string> {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const all = new Map([...seen, ...agents]);
  if (all.size > seen.size) setSeen(all);
  return all;
}
