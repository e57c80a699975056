import { Link } from '@tanstack/react-router';
import { useFilter } from '../address/use-filter.js';
import { isUnreadable, useOperation } from '../api/queries.js';
import { addDays } from '../days/add-days.js';
import { useFormats, useToday } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { AtRisk } from './at-risk.js';
import { BrandTable } from './brand-table.js';
import { CheckCalendar } from './check-calendar.js';
import { MoneyByWeek } from './money-by-week.js';
import { DEFAULT_PERIOD, PERIODS } from './overview-filter.js';
import type { Overview } from './overview-parts.js';
import { ViewsByWeek } from './views-by-week.js';

/** The overview: views and money by week, brands, deals at risk, and upcoming checks. */
export function OverviewPage() {
  const today = useToday();
  const { shortDay } = useFormats();
  const [{ weeks = DEFAULT_PERIOD, shared }] = useFilter('/overview');
  const overview = useOperation('overview.get', {
    from: addDays(today, (1 - weeks) * 7),
    to: today,
    scope: shared ? 'mine-and-shared' : 'mine',
  });
  const { data } = overview;
  return (
    <Page width="list">
      <PageHead
        title="Overview"
        about={data && `${shortDay(data.from, today)} to ${shortDay(data.to, today)}`}
        actions={<Period />}
      />
      {isUnreadable(overview) && <PageError error={overview.error} />}
      {overview.isPending && <SkeletonRows rows={12} rowClass="flex h-16 items-center" />}
      {data && !isUnreadable(overview) && <Sums overview={data} isShared={shared === true} />}
    </Page>
  );
}

function Period() {
  const [{ weeks = DEFAULT_PERIOD, shared }, setFilter] = useFilter('/overview');
  return (
    <div role="group" aria-label="Period" className="flex flex-wrap gap-1.5">
      {PERIODS.map((each) => (
        <ToggleChip
          key={each}
          isOn={each === weeks}
          onToggle={() => setFilter({ weeks: each === DEFAULT_PERIOD ? undefined : each })}
        >
          {each} weeks
        </ToggleChip>
      ))}
      <ToggleChip isOn={shared === true} onToggle={() => setFilter({ shared: shared ? undefined : true })}>
        Include shared
      </ToggleChip>
    </div>
  );
}

function Sums({ overview, isShared }: { readonly overview: Overview; readonly isShared: boolean }) {
  if (overview.brands.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/import" className={buttonClass('primary')}>
            Import links
          </Link>
        }
      >
        No deals yet. Import links or create a deal.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ViewsByWeek overview={overview} isShared={isShared} />
      <MoneyByWeek overview={overview} isShared={isShared} />
      <AtRisk atRisk={overview.atRisk} isShared={isShared} />
      <CheckCalendar upcoming={overview.upcoming} overdueDeals={overview.atRisk.overdueChecks} isShared={isShared} />
      <BrandTable overview={overview} isShared={isShared} />
    </div>
  );
}
