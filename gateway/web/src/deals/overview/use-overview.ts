import { useShownList, useShownRows } from '../../api/hidden-records.js';
import { isUnreadable, PAGE_ROWS, useOperation } from '../../api/queries.js';
import type { Deal } from '../deal-texts.js';

const LINKS_SHOWN = 5;

/** Everything the overview of a deal shows. Failed parts are omitted. */
export function useOverview({ id: dealId, access }: Deal) {
  const videos = useOperation('deals.list_videos', { dealId, limit: PAGE_ROWS });
  const series = useOperation('deals.view_series', { dealId });
  const viewCounts = useOperation('deals.list_deal_view_logs', { dealId, limit: PAGE_ROWS });
  const tasks = useOperation('tasks.list', { dealId, scope: 'mine-and-shared', sort: 'dueDate', limit: PAGE_ROWS });
  const links = useOperation('short_links.list', { dealId, scope: 'mine-and-shared', limit: LINKS_SHOWN });
  const seesAmounts = !access.redacted.includes('price');
  const payments = useOperation('payments.list', { dealId, limit: PAGE_ROWS }, { enabled: seesAmounts });
  const all = [videos, series, viewCounts, tasks, links, ...(seesAmounts ? [payments] : [])];
  return {
    /** Whether any part is still loading: parts shown one by one would shift each other. */
    isWaiting: all.some(({ isPending, failureCount }) => isPending && failureCount === 0),
    /** The first error of the required parts, videos and counts; other failed parts are omitted. */
    error: [videos, series].find(isUnreadable)?.error,
    videos: useShownList(videos.data),
    series: series.data,
    viewCounts: viewCounts.data?.items ?? [],
    tasks: useShownRows(tasks.data?.items ?? []),
    links: useShownList(links.data),
    payments: useShownList(payments.data),
  };
}
