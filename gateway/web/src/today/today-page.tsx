import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { createKeptCounts } from '../api/kept-counts.js';
import { PAGE_ROWS, refreshAfter, useOperation } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import { useFormats, useSignedIn, useToday } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { CopyButton } from '../views/copy-button.js';
import { DueFilters, matches, NO_FILTER, type DueFilter } from './due-filters.js';
import { DueList } from './due-list.js';
import { Recordings } from './recordings.js';
import { sendProof } from '../screenshots/send-proof.js';
import { useDueList } from './use-due-list.js';

/** What is due, typed in place. */
export function TodayPage() {
  const today = useToday();
  const due = useDueList(today);
  const recordings = useRecordings();
  const [filter, setFilter] = useState<DueFilter>(NO_FILTER);
  const [asOf, setAsOf] = useState<string>();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = due;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const items = useMemo(() => due.items.filter((each) => matches(each, filter)), [due.items, filter]);
  const isFiltered = filter !== NO_FILTER;
  // A filter looks at everything that is due, not only at what has been scrolled to.
  useEffect(() => {
    if (isFiltered) readMore();
  }, [isFiltered, readMore]);

  return (
    <div className="mx-auto max-w-4xl">
      <TodayHead total={due.total} recordings={recordings} today={today} asOf={asOf} onAsOf={setAsOf} />
      {due.items.length > 0 && <DueFilters items={due.items} filter={filter} onFilter={setFilter} />}
      {due.isError && <Notice tone="bad">{describeError(due.error)}</Notice>}
      {due.isPending && <SkeletonRows rows={8} rowClass="flex h-[53px] items-center border-b border-line" />}
      {due.isSuccess && due.items.length === 0 && <NothingDue today={today} />}
      {due.isSuccess && due.items.length > 0 && items.length === 0 && <EmptyState>No matching checks</EmptyState>}
      {items.length > 0 && (
        <div className="rounded-md border border-line bg-surface">
          <DueList items={items} today={today} asOf={asOf} recordings={recordings} readMore={readMore} />
        </div>
      )}
    </div>
  );
}

/** The counts of this visit. Lists that they change are read anew when the page is left. */
function useRecordings(): Recordings {
  const { user, formats } = useSignedIn();
  const queries = useQueryClient();
  const recordings = useMemo(
    () =>
      new Recordings(
        {
          add: (input, key) => call('deals.add_view_log', input, { key }),
          correct: (input, version) => call('deals.update_view_log', input, { version, key: randomKey() }),
          remove: (input, version) => call('deals.delete_view_log', input, { version, key: randomKey() }),
          prove: ({ dealId, videoId }, ...picture) => sendProof({ dealId, videoId }, ...picture),
        },
        createKeptCounts(user.id),
        formats.count,
      ),
    [user.id, formats],
  );
  useEffect(() => {
    const resume = (): void => recordings.resume();
    resume();
    addEventListener('online', resume);
    return () => {
      removeEventListener('online', resume);
      refreshAfter(queries, 'deals.add_view_log');
    };
  }, [recordings, queries]);
  return recordings;
}

interface TodayHeadProps {
  readonly total: number | undefined;
  readonly recordings: Recordings;
  readonly today: string;
  readonly asOf: string | undefined;
  readonly onAsOf: (day: string | undefined) => void;
}

function TodayHead({ total, recordings, today, asOf, onAsOf }: TodayHeadProps) {
  const { formats } = useSignedIn();
  const added = useAddedOn(today, recordings);
  // How many there were before this visit; what is added meanwhile is counted here.
  const before = useOperation('deals.view_logs', { scope: 'mine-and-shared', from: today, to: today, limit: 1 });
  const left = total === undefined ? undefined : Math.max(0, total - added);
  return (
    <PageHead
      title="Today"
      about={
        <p aria-live="polite">
          {formats.day(today)}
          {left !== undefined && ` · ${left === 0 ? 'All done' : `${formats.count(left)} left to do`}`}
          {before.data && ` · ${formats.count(before.data.total + added)} recorded today`}
        </p>
      }
      actions={
        <>
          <label className="flex flex-wrap items-center gap-x-2 text-soft">
            Date for new counts
            <input
              type="date"
              max={today}
              value={asOf ?? ''}
              onChange={(event) => onAsOf(event.currentTarget.value || undefined)}
              className="rounded-md border border-line-strong bg-surface px-2 py-1 text-ink pointer-coarse:min-h-11"
              title="Date for new counts; empty means now"
            />
          </label>
          {total !== undefined && total > 0 && (
            <Link to="/evidence" search={{ from: 'due' }} className={buttonClass()}>
              Collect evidence
            </Link>
          )}
          <CopyButton
            of={{ scope: 'mine-and-shared', from: asOf ?? today, to: asOf ?? today }}
            none="Nothing recorded on this day yet."
          />
        </>
      }
    />
  );
}

/** Readings that were added since the page was opened, or since midnight, when what is due is read again. */
function useAddedOn(today: string, recordings: Recordings): number {
  const added = useSyncExternalStore((listener) => recordings.subscribe('*', listener), recordings.added);
  const [began, setBegan] = useState({ today, added: 0 });
  if (began.today === today) return added - began.added;
  setBegan({ today, added });
  return 0;
}

/** Says when something will be, and how something comes here at all. */
function NothingDue({ today }: { readonly today: string }) {
  const { day, count } = useFormats();
  const coming = useOperation('deals.due_views', {
    scope: 'mine-and-shared',
    until: yearAfter(today),
    limit: PAGE_ROWS,
  });
  const next = coming.data?.items[0]?.dueDate;
  const videos = coming.data?.items.filter(({ dueDate }) => dueDate === next).length ?? 0;
  return (
    <EmptyState
      action={
        <Link to="/import" className={buttonClass('primary')}>
          Import links
        </Link>
      }
    >
      Nothing due.{' '}
      {next !== undefined && `Next: ${day(next)}, ${videos === 1 ? '1 video' : `${count(videos)} videos`}.`}
      {coming.data?.total === 0 && "Import the videos you posted and we'll remind you when to count them."}
    </EmptyState>
  );
}

const YEAR_MS = 365 * 86_400_000;

function yearAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + YEAR_MS).toISOString().slice(0, 10);
}
