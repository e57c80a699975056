import { ActivityTable } from '../activity/activity-table.js';
import { useList } from '../api/queries.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import type { Deal } from './deal-texts.js';

/** Who did what with the deal. */
export function ActivityTab({ deal }: { readonly deal: Deal }) {
  const activity = useList('deals.activity', { dealId: deal.id });
  if (activity.isError) return <PageError error={activity.error} />;
  return (
    <ActivityTable
      items={activity.items}
      total={activity.total}
      isPending={activity.isPending}
      readMore={activity.readMore}
      empty={<EmptyState>No activity yet.</EmptyState>}
    />
  );
}
