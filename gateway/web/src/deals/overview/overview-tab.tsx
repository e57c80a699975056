import { useHiddenRecords } from '../../api/hidden-records.js';
import { recordViews } from '../../record-views/record-views.js';
import { useKeys } from '../../shell/shortcuts.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import type { Deal } from '../deal-texts.js';
import { focusedRow } from '../page/focused-row.js';
import { ViewsChart } from '../page/lazy-views-chart.js';
import { DealDetails } from './deal-details.js';
import { DealLinks } from './deal-links.js';
import { DealPayments } from './deal-payments.js';
import { DealTasks } from './deal-tasks.js';
import { latestCounts } from './latest-counts.js';
import { NextCheckLine } from './next-check-line.js';
import { OverviewVideos, VIDEOS_SHOWN } from './overview-videos.js';
import { TargetProgress } from './target-progress.js';
import { useOverview } from './use-overview.js';

/** The deal on one page: its progress, next steps, and related records. */
export function OverviewTab({ deal }: { readonly deal: Deal }) {
  const overview = useOverview(deal);
  const hidden = useHiddenRecords();
  const { videos, series } = overview;
  const { canEditViews } = deal.access;
  const shown = (videos?.items ?? []).slice(0, VIDEOS_SHOWN);
  const record = (video?: (typeof shown)[number]): void =>
    recordViews({ dealId: deal.id, dealName: deal.name, ...(video && { video }) });
  const recordFocused = (): void => record(shown[focusedRow() ?? -1]);
  useKeys(canEditViews ? { v: { about: 'Record views', run: recordFocused } } : NO_KEYS);
  if (overview.error !== undefined) return <PageError error={overview.error} />;
  if (overview.isWaiting) return <SkeletonRows rows={10} rowClass="flex h-10 items-center" />;
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <div className="grid gap-4">
          <TargetProgress deal={deal} series={series} videos={videos?.items ?? []} />
          <NextCheckLine deal={deal} videos={videos} onRecord={record} />
        </div>
        {series && series.sum.length > 1 && <ViewsChart deal={deal} series={series} />}
        <OverviewVideos
          deal={deal}
          items={shown}
          total={videos?.total}
          counts={latestCounts(overview.viewCounts, hidden)}
          onRecord={record}
        />
        <DealTasks deal={deal} tasks={overview.tasks} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <DealDetails deal={deal} />
        <DealPayments deal={deal} payments={overview.payments} />
        <DealLinks deal={deal} links={overview.links} />
      </div>
    </div>
  );
}

const NO_KEYS = {};
