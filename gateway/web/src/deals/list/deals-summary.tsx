import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { type DealStatus, STATUS_NAMES } from '../deal-texts.js';

interface DealsSummaryProps {
  /** Number of listed deals, including those whose deletion can be undone, because the sums include them. Undefined before it is known. */
  readonly listed: number | undefined;
  /** Whether these are some of more. */
  readonly isFiltered: boolean;
  readonly mine: true | undefined;
}

/** The number of deals, the statuses of the user's own, and their prices. */
export function DealsSummary({ listed, isFiltered, mine }: DealsSummaryProps) {
  const { count, money } = useFormats();
  const stats = useOperation('deals.stats', {});
  const everything = useAllDeals(isFiltered && !mine);
  if (!stats.data) return null;
  const { dealsByStatus, money: amounts, stalledDeals } = stats.data;
  const own = Object.values(dealsByStatus).reduce((sum, each) => sum + each, 0);
  const seen = isFiltered ? everything : listed;
  const all = mine ? own : (seen ?? own);
  if (all === 0) return null;
  const total = `${count(all)} ${all === 1 ? 'deal' : 'deals'}`;
  // The other figures are about all deals.
  if (isFiltered)
    return <span aria-live="polite">{listed === undefined ? total : `${count(listed)} of ${total}`}</span>;
  const shared = all - own;
  const prices = amounts.flatMap(({ currency, dealsTotal }) => (dealsTotal === 0 ? [] : money(dealsTotal, currency)));
  return (
    <>
      <span aria-live="polite">{total}</span>
      {shared > 0 && ` · ${count(shared)} shared with you`}
      {describeOwn(own, shared > 0, describeStatuses(dealsByStatus, count), count)}
      {prices.length > 0 && ` · ${prices.join(' · ')} total price`}
      {stalledDeals.count > 0 && ` · ${count(stalledDeals.count)} inactive for 14 days`}
    </>
  );
}

/** Shown while the user has no deals: explains where to find those of others. */
export function NoOwnDeals() {
  const { count } = useFormats();
  const all = useAllDeals(true);
  if (all === undefined || all === 0) return 'No deals yet. Import links or create a deal.';
  return (
    <>
      No deals of your own yet.{' '}
      <Link to="/deals" className={TEXT_LINK}>
        {all === 1 ? '1 is shared with you' : `${count(all)} are shared with you`}
      </Link>
    </>
  );
}

/** Number of visible deals; undefined before it is known, and when not requested. */
function useAllDeals(enabled: boolean): number | undefined {
  return useOperation('deals.list', { scope: 'mine-and-shared', limit: 1 }, { enabled }).data?.total;
}

/** The statuses of the user's own deals, and how many those are where others are counted too. */
function describeOwn(
  own: number,
  isOfSome: boolean,
  statuses: readonly string[],
  count: (value: number) => string,
): string {
  if (!isOfSome) return statuses.map((status) => ` · ${status}`).join('');
  const which = statuses.length === 0 ? '' : `: ${statuses.join(', ')}`;
  return own === 0 ? '' : ` · ${count(own)} yours${which}`;
}

/** Such as "2 active", "1 completed"; a status without deals is left out. */
function describeStatuses(
  dealsByStatus: Readonly<Record<DealStatus, number>>,
  count: (value: number) => string,
): readonly string[] {
  const shown = (['active', 'draft', 'completed'] as const).filter((status) => dealsByStatus[status] > 0);
  return shown.map((status) => `${count(dealsByStatus[status])} ${STATUS_NAMES[status].toLowerCase()}`);
}
