import { useList } from '../api/queries.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { ActivityTable } from './activity-table.js';

/** Activity of all deals. */
export function ActivityPage() {
  const activity = useList('activity.list', {});
  return (
    <Page width="list">
      <PageHead title="Activity" about="Who changed what in your deals" />
      <ActivityTable withDeal list={activity} empty="No activity by you, your teams or your agents yet." />
    </Page>
  );
}
