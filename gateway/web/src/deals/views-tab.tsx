import { Download } from 'lucide-react';
import { useCallback } from 'react';
import { downloadUrl } from '../api/call.js';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { DataTable, type Column } from '../ui/data-table.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import type { Deal } from './deal-texts.js';

type Reading = Item<'deals.list_deal_view_logs'>;

/** How the views of a deal grew: every reading. */
export function ViewsTab({ deal }: { readonly deal: Deal }) {
  const { count, time } = useFormats();
  const readings = useList('deals.list_deal_view_logs', { dealId: deal.id });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = readings;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const columns: Column<Reading>[] = [
    {
      id: 'video',
      title: 'Video',
      width: 'minmax(10rem,2fr)',
      cell: ({ videoUrl }) => (
        <a href={videoUrl} target="_blank" rel="noreferrer" className="block truncate hover:underline">
          {videoUrl.replace(/^https?:\/\/(www\.)?/, '')}
        </a>
      ),
    },
    { id: 'views', title: 'Views', width: '8rem', isNumeric: true, cell: ({ value }) => count(value) },
    { id: 'checked', title: 'Checked', width: '12rem', isNumeric: true, cell: ({ checkedAt }) => time(checkedAt) },
    {
      id: 'by',
      title: 'By',
      width: 'minmax(6rem,1fr)',
      cell: ({ loggedBy, source }) => (
        <span className="block truncate">
          <bdi>{loggedBy.name}</bdi>
          {source === 'agent' && <span className="text-soft">, through an agent</span>}
        </span>
      ),
    },
    {
      id: 'note',
      title: 'Note',
      width: 'minmax(6rem,1fr)',
      cell: ({ note }) => (
        <bdi className="block truncate" title={note ?? undefined}>
          {note ?? ''}
        </bdi>
      ),
    },
  ];
  if (readings.isError) return <PageError error={readings.error} />;
  return (
    <>
      <div className="mb-3 flex justify-end">
        <a className={buttonClass()} href={downloadUrl('deals.export_proof', { dealId: deal.id })} download>
          <Download size={15} aria-hidden /> Proof as CSV
        </a>
      </div>
      <DataTable
        label="Readings"
        columns={columns}
        items={readings.items}
        keyOf={({ id }) => id}
        total={readings.total}
        isPending={readings.isPending}
        readMore={readMore}
        empty={<EmptyState>Counts that you record on Today come here.</EmptyState>}
      />
    </>
  );
}
