import { Link } from '@tanstack/react-router';
import { TrendingDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats, useToday } from '../../shell/account.js';
import { Chip } from '../../ui/chip.js';
import { type Column, NO_VALUE } from '../../ui/tables/column.js';
import { charactersOf, charactersOfMoney } from '../../ui/tables/table-layout.js';
import { type Deal, PACE_NAMES } from '../deal-texts.js';
import { Money } from '../money.js';
import { NextDate } from '../next-date.js';
import { percentOfTarget } from '../percent-of-target.js';
import { StatusChip } from '../status-chip.js';

/** Columns of the list of deals. */
export function useDealColumns(): readonly Column<Deal>[] {
  const { count, shortDay } = useFormats();
  const today = useToday();
  return [
    { id: 'name', title: 'Deal', sort: 'name', width: 'minmax(16rem,3fr)', cell: (deal) => <DealName deal={deal} /> },
    {
      id: 'status',
      title: 'Status',
      sort: 'status',
      width: '6rem',
      dropsOut: 6,
      cell: ({ status }) => <StatusChip status={status} />,
    },
    {
      id: 'brand',
      title: 'Brand',
      sort: 'brand',
      width: 'minmax(6.5rem,1fr)',
      dropsOut: 5,
      cell: ({ brand }) => shortText(brand),
    },
    {
      id: 'contact',
      title: 'Contact',
      width: 'minmax(6.5rem,1fr)',
      dropsOut: 2,
      cell: ({ contactName }) => shortText(contactName),
    },
    ...viewColumns(count),
    {
      id: 'price',
      title: 'Price',
      sort: 'price',
      width: '11rem',
      characters: ({ price }) => charactersOfMoney(price),
      isNumeric: true,
      cell: ({ price, currency, access }) => {
        const isRedacted = access.redacted.includes('price');
        return price === null && !isRedacted ? (
          NO_VALUE
        ) : (
          <Money amount={price} currency={currency} isRedacted={isRedacted} />
        );
      },
    },
    {
      id: 'videos',
      title: 'Videos',
      width: '6rem',
      characters: ({ videoCount }) => charactersOf(videoCount),
      dropsOut: 1,
      isNumeric: true,
      cell: ({ videoCount }) => count(videoCount),
    },
    ...dateColumns((date) => shortDay(date, today)),
  ];
}

/** Views, and how far they are to the target. */
function viewColumns(count: (value: number) => string): readonly Column<Deal>[] {
  return [
    {
      id: 'views',
      title: 'Views',
      sort: 'totalViews',
      isLong: true,
      width: '16rem',
      characters: ({ totalViews, viewsTarget }) =>
        charactersOf(totalViews) + (viewsTarget === null ? 0 : 2.5 + charactersOf(viewsTarget)),
      isNumeric: true,
      cell: ({ totalViews, viewsTarget }) => (
        <span className="sm:whitespace-nowrap">
          {count(totalViews)}
          {viewsTarget !== null && <span className="text-soft"> of {count(viewsTarget)}</span>}
        </span>
      ),
    },
    {
      id: 'progress',
      title: 'Progress',
      sort: 'progress',
      width: '7.5rem',
      dropsOut: 4,
      isNumeric: true,
      cell: (deal) => {
        const percent = percentOfTarget(deal);
        return percent === undefined ? NO_VALUE : <Progress percent={percent} pace={deal.pace} />;
      },
    },
  ];
}

function dateColumns(shortDay: (date: string) => string): readonly Column<Deal>[] {
  const lengthOf = (date: string | null): number => (date === null ? 1 : shortDay(date).length);
  // A gateway of the previous release has no next date.
  const nextOf = ({ nextDueDate = null }: Partial<Deal>): string | null => nextDueDate;
  return [
    {
      id: 'posted',
      title: 'Posted',
      sort: 'postDate',
      width: '7.5rem',
      characters: ({ postDate }) => lengthOf(postDate),
      dropsOut: 3,
      isDate: true,
      cell: ({ postDate }) => (postDate === null ? NO_VALUE : shortDay(postDate)),
    },
    {
      id: 'next',
      title: 'Next check',
      sort: 'nextDue',
      width: '8.5rem',
      // One more for the space around the date in its chip.
      characters: (deal) => lengthOf(nextOf(deal)) + 1,
      dropsOut: 7,
      isDate: true,
      cell: (deal) => {
        const date = nextOf(deal);
        return date === null ? NO_VALUE : <NextDate date={date} />;
      },
    },
  ];
}

/** Views of the agreed target, as a bar and in percent, marked where they are behind. */
function Progress({ percent, pace }: { readonly percent: number } & Pick<Deal, 'pace'>) {
  const { count } = useFormats();
  const isBehind = pace === 'behind' || pace === 'missed';
  return (
    <span className="flex min-w-0 items-center gap-2" title={pace ? PACE_NAMES[pace] : undefined}>
      <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line max-sm:hidden">
        <span
          className={`block h-full rounded-full ${isBehind ? 'bg-warn' : 'bg-accent'}`}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      {/* Takes its place in every row, so that bars can be compared. */}
      <span className="shrink-0 max-sm:empty:hidden sm:w-3.5">
        {isBehind && <TrendingDown size={14} role="img" aria-label={PACE_NAMES[pace]} className="text-warn" />}
      </span>
      <span className="sm:min-w-12">{count(percent)}%</span>
    </span>
  );
}

function shortText(text: string | null): ReactNode {
  if (text === null) return NO_VALUE;
  return (
    <span className="block truncate">
      <bdi>{text}</bdi>
    </span>
  );
}

function DealName({ deal: { id, name, promoCode, access } }: { readonly deal: Deal }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link to="/deals/$dealId" params={{ dealId: id }} dir="auto" className="truncate font-medium hover:underline">
        {name}
      </Link>
      {promoCode !== null && (
        <bdi className="max-w-2/5 shrink-0 truncate font-mono text-[13px] text-soft">{promoCode}</bdi>
      )}
      {access.role !== 'owner' && (
        <span className="shrink-0">
          <Chip>Shared</Chip>
        </span>
      )}
    </span>
  );
}
