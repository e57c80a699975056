import { ActivityTable } from '../../activity/activity-table.js';
import { useList } from '../../api/queries.js';
import type { Deal } from '../deal-texts.js';

/** The activity of a deal. */
export function ActivityTab({ deal }: { readonly deal: Deal }) {
  const activity = useList('deals.activity', { dealId: deal.id });
  return <ActivityTable list={activity} empty="No activity yet." />;
}
