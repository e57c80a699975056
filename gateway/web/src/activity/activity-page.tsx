import { useList } from '../api/queries.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { ActivityTable } from './activity-table.js';

/** Who did what with all deals. */
export function ActivityPage() {
  const activity = useList('activity.list', {});
  return (
    <div className="mx-auto max-w-5xl">
      <PageHead title="Activity" about="Who changed what in your deals" />
      {activity.isError ? (
        <PageError error={activity.error} />
      ) : (
        <ActivityTable
          withDeal
          items={activity.items}
          total={activity.total}
          isPending={activity.isPending}
          readMore={activity.readMore}
          empty={<EmptyState>No activity yet. Changes by you, your teams and your agents show up here.</EmptyState>}
        />
      )}
    </div>
  );
}
