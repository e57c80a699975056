import { Download } from 'lucide-react';
import { downloadUrl } from '../../api/call.js';
import { useHiddenRecords } from '../../api/hidden-records.js';
import { useList, useOperation } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { buttonClass } from '../../ui/button.js';
import { PageError } from '../../ui/page-error.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { countProven } from '../../views/proof-of.js';
import { ViewCountTable } from '../../views/view-count-table.js';
import type { Deal } from '../deal-texts.js';
import { ViewsChart } from './lazy-views-chart.js';

/** The growth of a deal's views: a chart, and every view count. */
export function ViewsTab({ deal }: { readonly deal: Deal }) {
  const viewCounts = useList('deals.list_deal_view_logs', { dealId: deal.id });
  const series = useOperation('deals.view_series', { dealId: deal.id });
  const { count } = useFormats();
  const hidden = useHiddenRecords();
  if (viewCounts.isError) return <PageError error={viewCounts.error} />;
  // Loaded together, because a later chart would shift the counts.
  const isWaiting = [viewCounts, series].some(({ isPending, failureCount }) => isPending && failureCount === 0);
  if (isWaiting) return <SkeletonRows rows={10} rowClass="flex h-[41px] items-center border-b border-line" />;
  const { pages, total = 0 } = viewCounts;
  const provenTotal = pages[0]?.provenTotal ?? null;
  const read = pages.flatMap(({ items }) => items);
  return (
    <>
      {series.isError && <PageError error={series.error} />}
      {series.data && series.data.sum.length > 1 && (
        <div className="mb-5">
          <ViewsChart deal={deal} series={series.data} />
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        {provenTotal !== null && total > 0 && (
          <p aria-live="polite" className="mr-auto text-soft">
            {`${count(countProven(provenTotal, read, hidden))} of ${count(total)} ${total === 1 ? 'count has' : 'counts have'} proof`}
          </p>
        )}
        <a className={buttonClass()} href={downloadUrl('deals.export_proof', { dealId: deal.id })} download>
          <Download size={15} aria-hidden /> Export CSV
        </a>
      </div>
      <ViewCountTable list={viewCounts} empty="No view counts yet. Record them on Today." />
    </>
  );
}
