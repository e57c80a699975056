import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { downloadUrl } from '../api/call.js';
import { useList, useOperation } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { useNewRecord } from '../shell/new-record.js';
import { Button, buttonClass } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { useShownColumns } from '../ui/column-choice.js';
import type { Column } from '../ui/data-table.js';
import { ListTable } from '../ui/list-table.js';
import { PageHead } from '../ui/page-head.js';
import { SearchField } from '../ui/search-field.js';
import { useFilter } from '../use-filter.js';
import type { DealValues } from './deal-fields.js';
import { DealForm } from './deal-form.js';
import { STATUS_NAMES, type Deal, type DealStatus } from './deal-texts.js';
import { FromTemplate } from './from-template.js';
import { Money } from './money.js';
import { StatusChip } from './status-chip.js';

export interface DealFilter {
  readonly status?: DealStatus;
  readonly q?: string;
  readonly shared?: boolean;
}

/** Every deal: what it is about, how it stands, what it brings. */
export function DealsPage() {
  const [filter, setFilter] = useFilter('/deals');
  const navigate = useNavigate();
  const [started, setStarted] = useState<Partial<DealValues>>();
  const { shown, choice } = useShownColumns('deals', useDealColumns());
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  useNewRecord('/deals', 'New deal', () => setStarted({}));

  return (
    <div className="mx-auto max-w-7xl">
      <PageHead
        title="Deals"
        about={<DealsSummary />}
        actions={
          <>
            <a className={buttonClass()} href={downloadUrl('deals.export', {})} download>
              <Download size={15} aria-hidden /> Export
            </a>
            <span className="flex gap-px">
              <Button kind="primary" onClick={() => setStarted({})} title="Press n">
                <Plus size={15} aria-hidden /> New deal
              </Button>
              <FromTemplate onStart={setStarted} />
            </span>
          </>
        }
      />
      <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
        <SearchField label="Search deals" value={filter.q} onSearch={search} />
        {(Object.keys(STATUS_NAMES) as DealStatus[]).map((status) => (
          <ToggleChip
            key={status}
            isOn={filter.status === status}
            onToggle={() => setFilter({ status: filter.status === status ? undefined : status })}
          >
            {STATUS_NAMES[status]}
          </ToggleChip>
        ))}
        <ToggleChip
          isOn={filter.shared === true}
          onToggle={() => setFilter({ shared: filter.shared ? undefined : true })}
        >
          Include shared
        </ToggleChip>
        <span className="ml-auto">{choice}</span>
      </div>
      <DealTable filter={filter} columns={shown} />
      {started && (
        <DealForm
          start={started}
          onClose={() => setStarted(undefined)}
          onMade={({ id }) => void navigate({ to: '/deals/$dealId', params: { dealId: id } })}
        />
      )}
    </div>
  );
}

function DealsSummary() {
  const { count, money } = useFormats();
  const stats = useOperation('deals.stats', {});
  if (!stats.data) return null;
  const { dealsByStatus, money: amounts, stalledDeals } = stats.data;
  return (
    <>
      {describeStatuses(dealsByStatus, count)}
      {amounts.map(({ currency, dealsTotal }) => ` · ${money(dealsTotal, currency)}`)}
      {stalledDeals.count > 0 && ` · ${count(stalledDeals.count)} inactive for 14 days`}
    </>
  );
}

/** Such as "2 active · 1 completed"; a status without deals is left out. */
function describeStatuses(
  dealsByStatus: Readonly<Record<DealStatus, number>>,
  count: (value: number) => string,
): string {
  const shown = (['active', 'draft', 'completed'] as const).filter((status) => dealsByStatus[status] > 0);
  return shown.map((status) => `${count(dealsByStatus[status])} ${STATUS_NAMES[status].toLowerCase()}`).join(' · ');
}

interface DealTableProps {
  readonly filter: DealFilter;
  readonly columns: readonly Column<Deal>[];
}

function DealTable({ filter: { status, q, shared }, columns }: DealTableProps) {
  const deals = useList('deals.list', {
    scope: shared ? 'mine-and-shared' : 'mine',
    ...(status && { status }),
    ...(q && { q }),
  });
  return (
    <ListTable
      label="Deals"
      list={deals}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No deals yet. Import links or create a deal."
      emptyAction={
        <Link to="/import" className={buttonClass('primary')}>
          Import links
        </Link>
      }
      noMatch={(status || q) && 'No matching deals'}
    />
  );
}

function useDealColumns(): readonly Column<Deal>[] {
  const { count, shortDay } = useFormats();
  const today = useToday();
  return [
    { id: 'name', title: 'Deal', width: 'minmax(10rem,2.2fr)', cell: (deal) => <DealName deal={deal} /> },
    { id: 'status', title: 'Status', width: '6.5rem', cell: ({ status }) => <StatusChip status={status} /> },
    {
      id: 'brand',
      title: 'Brand',
      width: 'minmax(6rem,1fr)',
      cell: ({ brand }) => <bdi className="block truncate">{brand ?? '–'}</bdi>,
    },
    {
      id: 'contact',
      title: 'Contact',
      width: 'minmax(6rem,1fr)',
      cell: ({ contactName }) => <bdi className="block truncate">{contactName ?? '–'}</bdi>,
    },
    {
      id: 'views',
      title: 'Views',
      width: 'minmax(7rem,1fr)',
      isNumeric: true,
      cell: ({ totalViews, viewsTarget }) => (
        <>
          {count(totalViews)}
          {viewsTarget !== null && <span className="text-soft"> of {count(viewsTarget)}</span>}
        </>
      ),
    },
    {
      id: 'price',
      title: 'Price',
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
      width: '6.5rem',
      isNumeric: true,
      cell: ({ postDate }) => (postDate === null ? '–' : shortDay(postDate, today)),
    },
  ];
}

function DealName({ deal: { id, name, promoCode } }: { readonly deal: Deal }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Link to="/deals/$dealId" params={{ dealId: id }} className="truncate font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
      {promoCode !== null && (
        <bdi className="max-w-1/2 shrink-0 truncate font-mono text-[13px] text-soft">{promoCode}</bdi>
      )}
    </span>
  );
}
