import { useCallback } from 'react';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { usePeople } from '../shell/people.js';
import { useFormats } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import { DataTable, type Column } from '../ui/data-table.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { describeAction } from './describe-action.js';
import type { Deal } from './deal-texts.js';

type Activity = Item<'deals.activity'>;

/** Who did what with the deal. */
export function ActivityTab({ deal }: { readonly deal: Deal }) {
  const { time, count } = useFormats();
  const { nameOf } = usePeople();
  const activity = useList('deals.activity', { dealId: deal.id });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = activity;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const columns: Column<Activity>[] = [
    { id: 'what', title: 'What', width: 'minmax(12rem,2fr)', cell: (each) => describeAction(each, count) },
    {
      id: 'who',
      title: 'Who',
      width: 'minmax(8rem,1fr)',
      cell: ({ userId, agent }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate">{nameOf(userId)}</bdi>
          {agent && <Chip tone="accent">agent{agent.actorId === null ? '' : ` ${agent.actorId}`}</Chip>}
        </span>
      ),
    },
    { id: 'when', title: 'When', width: '12rem', isNumeric: true, cell: ({ createdAt }) => time(createdAt) },
  ];
  if (activity.isError) return <PageError error={activity.error} />;
  return (
    <DataTable
      label="Activity"
      columns={columns}
      items={activity.items}
      keyOf={({ id }) => id}
      total={activity.total}
      isPending={activity.isPending}
      readMore={readMore}
      empty={<EmptyState>Nothing has happened yet.</EmptyState>}
    />
  );
}
