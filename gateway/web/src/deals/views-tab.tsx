import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { downloadUrl } from '../api/call.js';
import { useList } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { ReadingTable } from '../views/reading-table.js';
import type { Deal } from './deal-texts.js';

// The readings need not wait for what draws the chart.
const ViewsChart = lazy(async () => ({ default: (await import('./views-chart.js')).ViewsChart }));

/** How the views of a deal grew: a chart, and every reading. */
export function ViewsTab({ deal }: { readonly deal: Deal }) {
  const readings = useList('deals.list_deal_view_logs', { dealId: deal.id });
  if (readings.isError) return <PageError error={readings.error} />;
  return (
    <>
      <Suspense>
        <ViewsChart deal={deal} />
      </Suspense>
      <div className="mb-3 flex justify-end">
        <a className={buttonClass()} href={downloadUrl('deals.export_proof', { dealId: deal.id })} download>
          <Download size={15} aria-hidden /> Export CSV
        </a>
      </div>
      <ReadingTable
        items={readings.items}
        total={readings.total}
        isPending={readings.isPending}
        readMore={readings.readMore}
        canDelete={() => deal.access.role === 'owner'}
        empty={<EmptyState>No view counts yet. Record them on Today.</EmptyState>}
      />
    </>
  );
}
