import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { downloadUrl } from '../api/call.js';
import { useHiddenRecords } from '../api/hidden-records.js';
import { useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { PageError } from '../ui/page-error.js';
import { countProven } from '../views/proof-of.js';
import { ReadingTable } from '../views/reading-table.js';
import type { Deal } from './deal-texts.js';

// The readings need not wait for what draws the chart.
const ViewsChart = lazy(async () => ({ default: (await import('./views-chart.js')).ViewsChart }));

/** How the views of a deal grew: a chart, and every reading. */
export function ViewsTab({ deal }: { readonly deal: Deal }) {
  const readings = useList('deals.list_deal_view_logs', { dealId: deal.id });
  const { count } = useFormats();
  const hidden = useHiddenRecords();
  if (readings.isError) return <PageError error={readings.error} />;
  const { pages, total = 0 } = readings;
  const provenTotal = pages[0]?.provenTotal ?? null;
  const read = pages.flatMap(({ items }) => items);
  return (
    <>
      <Suspense>
        <ViewsChart deal={deal} />
      </Suspense>
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
      <ReadingTable
        list={readings}
        canDelete={() => deal.access.role === 'owner'}
        empty="No view counts yet. Record them on Today."
      />
    </>
  );
}
