import { Link } from '@tanstack/react-router';
import { useFormats, useToday } from '../../shell/account.js';
import { Chip } from '../../ui/chip.js';
import type { Column } from '../../ui/tables/column.js';
import type { Deal } from '../deal-texts.js';
import { Money } from '../money.js';
import { StatusChip } from '../status-chip.js';

/** Columns of the list of deals. */
export function useDealColumns(): readonly Column<Deal>[] {
  const { count, shortDay } = useFormats();
  const today = useToday();
  return [
    { id: 'name', title: 'Deal', sort: 'name', width: 'minmax(10rem,2.2fr)', cell: (deal) => <DealName deal={deal} /> },
    {
      id: 'status',
      title: 'Status',
      sort: 'status',
      width: '6.5rem',
      cell: ({ status }) => <StatusChip status={status} />,
    },
    {
      id: 'brand',
      title: 'Brand',
      sort: 'brand',
      width: 'minmax(6rem,1fr)',
      cell: ({ brand }) => (
        <span className="block truncate">
          <bdi>{brand ?? '–'}</bdi>
        </span>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      width: 'minmax(6rem,1fr)',
      cell: ({ contactName }) => (
        <span className="block truncate">
          <bdi>{contactName ?? '–'}</bdi>
        </span>
      ),
    },
    {
      id: 'views',
      title: 'Views',
      sort: 'totalViews',
      width: 'minmax(11.5rem,1fr)',
      isNumeric: true,
      cell: ({ totalViews, viewsTarget }) => (
        <span className="sm:whitespace-nowrap">
          {count(totalViews)}
          {viewsTarget !== null && <span className="text-soft"> of {count(viewsTarget)}</span>}
        </span>
      ),
    },
    {
      id: 'price',
      title: 'Price',
      sort: 'price',
      width: 'minmax(6rem,8rem)',
      isNumeric: true,
      cell: (deal) => (
        <Money amount={deal.price} currency={deal.currency} isRedacted={deal.access.redacted.includes('price')} />
      ),
    },
    { id: 'videos', title: 'Videos', width: '4rem', isNumeric: true, cell: ({ videoCount }) => count(videoCount) },
    {
      id: 'posted',
      title: 'Posted',
      sort: 'postDate',
      width: '6.5rem',
      isNumeric: true,
      cell: ({ postDate }) => (postDate === null ? '–' : shortDay(postDate, today)),
    },
  ];
}

function DealName({ deal: { id, name, promoCode, access } }: { readonly deal: Deal }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link to="/deals/$dealId" params={{ dealId: id }} className="truncate font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
      {promoCode !== null && (
        <bdi className="max-w-1/2 shrink-0 truncate font-mono text-[13px] text-soft">{promoCode}</bdi>
      )}
      {access.role !== 'owner' && (
        <span className="shrink-0">
          <Chip>Shared</Chip>
        </span>
      )}
    </span>
  );
}
