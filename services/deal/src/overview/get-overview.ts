import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { addDays, boundsOfWeeks, localDay } from '@svc/chassis/time/calendar';
import type {
  BrandSums,
  GetOverviewRequest,
  GetOverviewResponse,
  PeriodMoney,
  UpcomingDay,
} from '@svc/proto/deal/v1/overview_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { stringify as toUuid } from 'uuid';
import { checkDate } from '../deals/calendar-date.js';
import { type BrandRow, type DealGains, listBrands } from './brand-repo.js';
import { listPeriodMoney, type MoneyRow } from './period-money-repo.js';
import { listDealsAtRisk } from './risk-repo.js';
import { listUpcomingChecks } from './upcoming-check-repo.js';

const WEEKS_MAX = 53;
const DEALS_MAX = 50_000;
const BRANDS_LISTED = 10;
const AT_RISK_LISTED = 10;
/** Number of days, starting today, for which checks are counted. */
const UPCOMING_DAYS = 28;
const ID_BYTES = 16;

/** Sums over the deals in scope, in four statements. */
export async function getOverview(
  db: Db,
  user: UserPrincipal,
  request: GetOverviewRequest,
): Promise<GetOverviewResponse> {
  const { firstDay, weekCount } = request;
  checkDate('firstDay', firstDay);
  if (weekCount < 1 || weekCount > WEEKS_MAX) throw invalidInput('weekCount', `must be from 1 to ${WEEKS_MAX}.`);
  const scope = readScope(request.scope);
  const { timeZone } = user.preferences;
  const today = localDay(new Date(), timeZone);
  const { brands, others } = await listBrands(db, user, scope, readGains(request), BRANDS_LISTED);
  const period = { firstDay, bounds: boundsOfWeeks(firstDay, weekCount, timeZone) };
  const money = await listPeriodMoney(db, user, scope, period, keysOf(brands));
  return {
    weeks: moneyByWeek(money.ofWeeks),
    brands: brands.map((brand, place) => withMoney(brand, money.ofBrands, place)),
    others: others && { brandCount: others.brandCount, sums: withMoney(others, money.ofBrands, null) },
    atRisk: await listDealsAtRisk(db, user, scope, today, AT_RISK_LISTED),
    upcoming: everyDay(today, await listUpcomingChecks(db, user, scope, today, addDays(today, UPCOMING_DAYS - 1))),
  };
}

function readGains({ dealIds, viewsGained }: GetOverviewRequest): DealGains {
  const count = viewsGained.length;
  if (count > DEALS_MAX) throw invalidInput('viewsGained', `must have at most ${DEALS_MAX} deals.`);
  if (dealIds.length !== count * ID_BYTES) throw invalidInput('dealIds', 'must name a deal for each gain.');
  return { dealIds: viewsGained.map((_gain, place) => toUuid(dealIds, place * ID_BYTES)), viewsGained };
}

const keysOf = (brands: readonly BrandRow[]): (string | null)[] => brands.map(({ key }) => key);

function moneyByWeek(rows: readonly MoneyRow[]) {
  const weeks = Map.groupBy(rows, ({ place }) => place ?? 0);
  return [...weeks].map(([week, money]) => ({ week, money: money.map(toMoney) }));
}

/** Adds the money to a brand's sums; the sums of all other brands have no position. */
function withMoney(
  { brand, dealCount, viewsGained }: Omit<BrandRow, 'key'>,
  money: readonly MoneyRow[],
  place: number | null,
): BrandSums {
  return { brand, dealCount, viewsGained, money: money.filter((row) => row.place === place).map(toMoney) };
}

function toMoney({ currency, due, paid, outgoingDue, outgoingPaid }: MoneyRow): PeriodMoney {
  return { currency, due, paid, outgoingDue, outgoingPaid };
}

/** Fills in the days without checks. */
function everyDay(today: string, days: readonly UpcomingDay[]): UpcomingDay[] {
  const checks = new Map(days.map(({ date, checks: count }) => [date, count]));
  return Array.from({ length: UPCOMING_DAYS }, (_, offset) => {
    const date = addDays(today, offset);
    return { date, checks: checks.get(date) ?? 0 };
  });
}
