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
      <ActivityTable
        withDeal
        list={activity}
        empty="No activity yet. Changes by you, your teams and your agents show up here."
      />
    </Page>
  );
}
