import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import type { Item } from '../api/operations.js';
import { PAGE_ROWS } from '../api/queries.js';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { useAdded } from '../record-views/use-added.js';
import { useDebounced } from '../ui/debounced.js';

type ViewCount = Item<'deals.view_logs'>;

/** A deal with view counts of the day. */
export interface DayReport {
  readonly dealId: string;
  readonly dealName: string;
  /** Its name, with its promo code if another deal of the day has the same name. */
  readonly label: string;
  readonly count: number;
}

/** Milliseconds without another count, so that nothing is read while the user types one after the other. */
const PAUSE_MS = 500;
/** Maximum view counts of a day, more than anyone records by hand. */
const VIEW_COUNTS_MAX = 1_000;

/** The deals with view counts of the day, by name; undefined until known. `hasViewCounts` says whether to look. */
export function useDayReports(
  day: string,
  typedViewCounts: TypedViewCounts,
  hasViewCounts: boolean | undefined,
): readonly DayReport[] | undefined {
  const added = useAdded(typedViewCounts);
  const settled = useDebounced(added, PAUSE_MS);
  const viewCounts = useQuery({
    queryKey: ['deals.view_logs', { day }, settled] as const,
    queryFn: async ({ signal }) => toReports(await readDay(day, signal)),
    placeholderData: (previous, before) => (before?.queryKey[1].day === day ? previous : undefined),
    enabled: hasViewCounts === true,
  });
  return hasViewCounts === false || viewCounts.isError ? NONE : viewCounts.data;
}

const NONE: readonly DayReport[] = [];

/** All view counts of a day. */
async function readDay(day: string, signal: AbortSignal): Promise<readonly ViewCount[]> {
  const viewCounts: ViewCount[] = [];
  for (let offset = 0; offset < VIEW_COUNTS_MAX; offset += PAGE_ROWS) {
    const input = { scope: 'mine-and-shared', from: day, to: day, limit: PAGE_ROWS, offset } as const;
    const { items, total } = await call('deals.view_logs', input, { signal });
    viewCounts.push(...items);
    if (offset + items.length >= total) break;
  }
  return viewCounts;
}

function toReports(viewCounts: readonly ViewCount[]): readonly DayReport[] {
  const deals = new Map<string, Omit<DayReport, 'label'> & { readonly promoCode: string | null }>();
  for (const { dealId, dealName, promoCode } of viewCounts) {
    deals.set(dealId, { dealId, dealName, promoCode, count: (deals.get(dealId)?.count ?? 0) + 1 });
  }
  const named = [...deals.values()].toSorted((one, other) => one.dealName.localeCompare(other.dealName));
  const byName = Map.groupBy(named, ({ dealName }) => dealName);
  return named.map(({ promoCode, ...deal }) => {
    const isShared = (byName.get(deal.dealName)?.length ?? 0) > 1;
    return { ...deal, label: isShared && promoCode !== null ? `${deal.dealName} (${promoCode})` : deal.dealName };
  });
}
