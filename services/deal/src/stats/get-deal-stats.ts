import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import { localDay } from '@svc/chassis/time/calendar';
import type { GetDealStatsResponse, MoneyTotals } from '@svc/proto/deal/v1/deal_stats_service';
import type { DealStatus } from '../deals/deal-status.js';
import { countOverdueChecks, type DealSums, listDealSums, listPaymentSums, listStalledDeals } from './stats-repo.js';

/** Days without a video or a view log after which an active deal counts as stalled. */
const STALLED_DAYS = 14;
const STALLED_LISTED_MAX = 10;

/** Computes sums over the caller's own deals, in four statements. */
export async function getDealStats(db: Db, user: UserPrincipal): Promise<GetDealStatsResponse> {
  const sums = await listDealSums(db, user.userId);
  const payments = await listPaymentSums(db, user.userId);
  return {
    dealsByStatus: countByStatus(sums),
    money: sumMoney(sums, payments),
    views: sums.find(({ status, currency }) => status === null && currency === null)?.views ?? null,
    overdueChecks: await countOverdueChecks(db, user.userId, localDay(new Date(), user.preferences.timeZone)),
    stalledDeals: await listStalledDeals(db, user.userId, STALLED_DAYS, STALLED_LISTED_MAX),
  };
}

function countByStatus(sums: readonly DealSums[]): Record<DealStatus, number> {
  const counts = sums.flatMap(({ status, deals }) => (status === null ? [] : [[status, deals] as const]));
  return { draft: 0, active: 0, completed: 0, cancelled: 0, ...Object.fromEntries(counts) };
}

const NO_PAYMENTS = { expected: 0, invoiced: 0, paid: 0, outgoingExpected: 0, outgoingInvoiced: 0, outgoingPaid: 0 };

/** Sums money by currency, including currencies that only deals or only payments have. */
function sumMoney(sums: readonly DealSums[], payments: readonly Omit<MoneyTotals, 'dealsTotal'>[]): MoneyTotals[] {
  const ofDeals = sums.flatMap(({ currency, dealsTotal }) =>
    currency === null ? [] : [{ currency, dealsTotal, ...NO_PAYMENTS }],
  );
  const totals = new Map(ofDeals.map((total) => [total.currency, total]));
  for (const payment of payments) {
    totals.set(payment.currency, { dealsTotal: totals.get(payment.currency)?.dealsTotal ?? 0, ...payment });
  }
  return [...totals.values()].toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
}
