import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { onConnectionBack } from '../api/connection.js';
import { operationQuery, PAGE_ROWS, refreshAfter, useOperation, useReadMore } from '../api/queries.js';
import type { FirstStepsProps } from '../first-steps/first-steps.js';
import { useAreStepsHidden } from '../first-steps/kept-steps.js';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { useAdded } from '../record-views/use-added.js';
import { useTypedViewCounts } from '../record-views/use-typed-view-counts.js';
import { useFormats, useSignedIn, useToday } from '../shell/account.js';
import { useKeys } from '../shell/shortcuts.js';
import { buttonClass } from '../ui/button.js';
import { useDebounced } from '../ui/debounced.js';
import { EmptyState } from '../ui/empty-state.js';
import { DateField } from '../ui/fields/date-field.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { readWithAdded } from './added-before.js';
import { copyFocused } from './copy-day.js';
import { CopyMenu } from './copy-menu.js';
import type { DayReportsProps } from './day-reports.js';
import { type DueFilter, DueFilters, matches, NO_FILTER } from './due-filters.js';
import { DueList } from './due-list.js';
import { type DayReport, useDayReports } from './use-day-reports.js';
import { useDueList } from './use-due-list.js';

// A day begins without counts.
const DayReports = lazy<ComponentType<DayReportsProps>>(async () => {
  const part = await import('./day-reports.js').catch(() => undefined);
  // Loaded lazily, because typing matters more than this part; the reports are in the head, too.
  return { default: part?.DayReports ?? (() => null) };
});

const FirstSteps = lazy<ComponentType<FirstStepsProps>>(async () => {
  const part = await import('../first-steps/first-steps.js').catch(() => undefined);
  return { default: part?.FirstSteps ?? (({ nothingDue }) => nothingDue) };
});

/** Due checks, recorded in place. */
export function TodayPage() {
  const today = useToday();
  const typedViewCounts = useVisit();
  const due = useDueList(today, typedViewCounts);
  const [filter, setFilter] = useState<DueFilter>(NO_FILTER);
  const [asOf, setAsOf] = useState<string>();
  const readMore = useReadMore(due);
  const items = useMemo(() => due.items.filter((each) => matches(each, filter)), [due.items, filter]);
  const isFiltered = filter !== NO_FILTER;
  // A filter applies to everything due, not only to loaded rows.
  useEffect(() => {
    if (isFiltered) readMore();
  }, [isFiltered, readMore]);

  const day = asOf ?? today;
  const counts = useCountsOf(today, typedViewCounts, due);
  useBadge(counts.left);
  const hasSome = counts.recorded === undefined ? undefined : counts.recorded > 0;
  const hasViewCounts = day !== today || counts.hasFailed || hasSome;
  const reports = useDayReports(day, typedViewCounts, hasViewCounts);
  // Without rows the reports come first, so nothing below them is drawn before it is known whether there are any.
  const isKnown = due.isSuccess && (due.items.length > 0 || reports !== undefined);
  const areStepsHidden = useAreStepsHidden();
  const nothingDue = due.items.length === 0 && <NothingDue today={today} />;
  useKeys({ c: { about: 'Copy report of the focused deal, or everything', run: () => copyFocused(day, due.items) } });

  return (
    <Page width="text">
      <TodayHead
        counts={counts}
        today={today}
        asOf={asOf}
        onAsOf={setAsOf}
        hasDue={(due.total ?? 0) > 0}
        isEmpty={isKnown && due.items.length === 0}
        reports={reports}
      />
      {due.items.length > 0 && <DueFilters items={due.items} filter={filter} onFilter={setFilter} />}
      {due.isError && <Notice tone="bad">{describeError(due.error)}</Notice>}
      {!due.isError && !isKnown && <SkeletonRows rows={8} rowClass="flex h-[72px] items-center border-b border-line" />}
      {due.isSuccess && due.items.length > 0 && items.length === 0 && <EmptyState>No matching checks</EmptyState>}
      {items.length > 0 && (
        <div className="rounded-md border border-line bg-surface">
          <DueList
            items={items}
            today={today}
            asOf={asOf === today ? undefined : asOf}
            typedViewCounts={typedViewCounts}
            readMore={readMore}
          />
        </div>
      )}
      {items.length > 0 && (
        <p className="mt-2 text-soft max-md:hidden pointer-coarse:hidden">Enter next · ↑↓ move · Esc leave · ? keys</p>
      )}
      {isKnown && (
        <Suspense>
          {reports && reports.length > 0 && (
            <DayReports
              day={day}
              reports={reports}
              finish={due.items.length > 0 && counts.left === 0 && <Finish today={today} />}
            />
          )}
          {areStepsHidden && nothingDue}
        </Suspense>
      )}
      {isKnown && !areStepsHidden && (
        <Suspense>
          <FirstSteps hasCountsToday={counts.added > 0} nothingDue={nothingDue} />
        </Suspense>
      )}
    </Page>
  );
}

/** Milliseconds without another count after which the navigation updates. */
const BADGE_PAUSE_MS = 300;

/** Updates the number of remaining checks in the navigation after each count, without a request. */
function useBadge(leftNow: number | undefined): void {
  const queries = useQueryClient();
  const left = useDebounced(leftNow, BADGE_PAUSE_MS);
  useEffect(() => {
    if (left === undefined) return;
    const { queryKey } = operationQuery('inbox.counts', {});
    queries.setQueryData(queryKey, (counts) => counts && { ...counts, dueViews: left });
  }, [queries, left]);
}

/** The counts of this visit. Lists that they change are read again when the page is left. */
function useVisit(): TypedViewCounts {
  const queries = useQueryClient();
  const typedViewCounts = useTypedViewCounts();
  useEffect(() => {
    const resume = (): void => typedViewCounts.resume();
    resume();
    const stop = onConnectionBack(resume);
    return () => {
      stop();
      refreshAfter(queries, 'deals.add_view_log');
    };
  }, [typedViewCounts, queries]);
  return typedViewCounts;
}

interface Counts {
  /** Open checks; undefined until known. */
  readonly left: number | undefined;
  /** View counts of this visit. */
  readonly added: number;
  /** View counts of today; undefined until known. */
  readonly recorded: number | undefined;
  /** Whether the latter could not be read. */
  readonly hasFailed: boolean;
}

function useCountsOf(
  today: string,
  typedViewCounts: TypedViewCounts,
  { total, addedBefore = 0 }: { readonly total: number | undefined; readonly addedBefore: number | undefined },
): Counts {
  const added = useAdded(typedViewCounts);
  const input = { scope: 'mine-and-shared', from: today, to: today, limit: 1 } as const;
  const recorded = useQuery({
    queryKey: ['deals.view_logs', input, 'recorded'] as const,
    queryFn: ({ signal }) => readWithAdded(typedViewCounts, () => call('deals.view_logs', input, { signal })),
    // The next visit counts from its own start.
    gcTime: 0,
  });
  return {
    left: total === undefined ? undefined : Math.max(0, total - (added - addedBefore)),
    added,
    recorded: recorded.data && recorded.data.total + added - recorded.data.addedBefore,
    hasFailed: recorded.isError,
  };
}

interface TodayHeadProps {
  readonly counts: Counts;
  readonly today: string;
  readonly asOf: string | undefined;
  readonly onAsOf: (day: string | undefined) => void;
  readonly hasDue: boolean;
  /** Whether no count can be typed: nothing is due. */
  readonly isEmpty: boolean;
  readonly reports: readonly DayReport[] | undefined;
}

function TodayHead({ counts: { left, recorded }, today, asOf, onAsOf, hasDue, isEmpty, reports }: TodayHeadProps) {
  const { formats } = useSignedIn();
  // A chosen day stays, so that it can be changed back.
  const hasDay = !isEmpty || asOf !== undefined;
  const hasReports = !isEmpty || reports?.length !== 0;
  return (
    <PageHead
      title="Today"
      stacked="everywhere"
      about={
        <p aria-live="polite">
          {formats.day(today)}
          {left === 0 && (hasDue || (recorded ?? 0) > 0) && ' · All done'}
          {left !== undefined && left > 0 && ` · ${formats.count(left)} left to do`}
          {recorded !== undefined && ` · ${formats.count(recorded)} recorded today`}
        </p>
      }
      actions={
        (hasDay || hasReports) && (
          <>
            {hasDay && (
              <DateField
                isInline
                label="Date for new counts"
                placeholder="Today"
                max={today}
                value={asOf ?? ''}
                onChange={(date) => onAsOf(date || undefined)}
              />
            )}
            {hasReports && <CopyMenu day={asOf ?? today} reports={reports} />}
            {hasDue && (
              <Link to="/evidence" search={{ from: 'due' }} className={buttonClass()}>
                Collect evidence
              </Link>
            )}
          </>
        )
      }
    />
  );
}

/** Says when checks will be due, and what makes them due. */
function NothingDue({ today }: { readonly today: string }) {
  const { next, total } = useComing(today);
  return (
    <EmptyState
      action={
        <Link to="/import" className={buttonClass('primary')}>
          Import links
        </Link>
      }
    >
      Nothing due. {next}
      {total === 0 && "Import the videos you posted and we'll remind you when to count them."}
    </EmptyState>
  );
}

/** Says that what was due is done, and what comes next. */
function Finish({ today }: { readonly today: string }) {
  const { next } = useComing(today);
  return <p className="text-soft">All done. {next}</p>;
}

/** Checks due within a year: their number, and the next ones in words. */
function useComing(today: string): { readonly next: string | undefined; readonly total: number | undefined } {
  const { day, count } = useFormats();
  const coming = useOperation('deals.due_views', {
    scope: 'mine-and-shared',
    until: yearAfter(today),
    limit: PAGE_ROWS,
  });
  const date = coming.data?.items[0]?.dueDate;
  const videos = coming.data?.items.filter(({ dueDate }) => dueDate === date).length ?? 0;
  const next = date && `Next: ${day(date)}, ${videos === 1 ? '1 video' : `${count(videos)} videos`}.`;
  return { next, total: coming.data?.total };
}

const YEAR_MS = 365 * 86_400_000;

function yearAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + YEAR_MS).toISOString().slice(0, 10);
}
