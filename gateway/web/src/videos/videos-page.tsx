import type { Formats } from '@svc/web/shared/format';
import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { scopeOf } from '../api/scope.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { LazyBulkBar } from '../bulk/lazy-bulk-bar.js';
import { recordViews } from '../record-views/record-views.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats, useSignedIn, useToday } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { Chip, ToggleChip } from '../ui/chip.js';
import { FilterSelect } from '../ui/fields/filter-select.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { OnlyMine } from '../ui/tables/only-mine.js';
import { useSelection } from '../ui/tables/selection.js';
import { SortSelect } from '../ui/tables/sort-select.js';
import type { Sorting } from '../ui/tables/sorting.js';
import { charactersOf } from '../ui/tables/table-layout.js';
import { totalText } from '../ui/tables/total-text.js';
import { nameOfVideo } from './name-of-video.js';
import { type Platform, PLATFORMS } from './platform-names.js';
import { VideoMenu } from './video-menu.js';

// Loaded lazily, because most visits change none.
const VideoForm = lazy(async () => ({ default: (await import('../deals/page/video-form.js')).VideoForm }));
const DeleteVideo = lazy(async () => ({ default: (await import('../deals/page/delete-video.js')).DeleteVideo }));

type Video = Item<'videos.list'>;

/** The videos of all deals, newest first. */
export function VideosPage() {
  const [{ mine, sort, ...asked }, setFilter] = useFilter('/videos');
  const { formats } = useSignedIn();
  const videos = useList('videos.list', {
    ...asked,
    ...(sort && { sort }),
    scope: scopeOf(mine),
  });
  const [open, setOpen] = useState<Opened>();
  const close = (): void => setOpen(undefined);
  const columns = useVideoColumns(setOpen);
  const sorting: Sorting = { sort, onSort: (sort) => setFilter({ sort }) };
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(videos.items, selection);
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <Page width="list">
      <PageHead
        title="Videos"
        about={
          <p aria-live="polite">
            {videos.total !== undefined && totalText(videos.total, 'video', { isFiltered, count: formats.count })}
          </p>
        }
      />
      <VideoFilters order={<SortSelect fields={columns} sorting={sorting} />} />
      <ListTable
        label="Videos"
        list={videos}
        columns={columns}
        keyOf={({ id }) => id}
        sorting={sorting}
        opensRows
        selection={selection}
        canSelect={({ access }) => access.canEdit}
        rowKeys={{ v: { about: 'Record views', run: record } }}
        empty={
          mine
            ? 'No videos in your own deals yet. Import the videos you posted.'
            : 'No videos yet. Import the videos you posted.'
        }
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import links
          </Link>
        }
        noMatch={isFiltered && 'No matching videos'}
      />
      {chosen.length > 0 && (
        <Suspense>
          <LazyBulkBar
            name="videos.bulk_change"
            nouns={['video', 'videos']}
            ids={chosen}
            selection={selection}
            only={nameOfFirst(videos.items, chosen)}
            takesAlong={['Its view counts are deleted with it.', 'Their view counts are deleted with them.']}
          />
        </Suspense>
      )}
      {open && (
        <Suspense>
          {open.what === 'edit' ? (
            <VideoForm dealId={open.video.deal.id} video={open.video} onClose={close} />
          ) : (
            <DeleteVideo dealId={open.video.deal.id} video={open.video} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  );
}

interface Opened {
  readonly what: 'edit' | 'delete';
  readonly video: Video;
}

function nameOfFirst(videos: readonly Video[], [id]: readonly string[]): string | undefined {
  const video = videos.find((each) => each.id === id);
  return video && nameOfVideo(video.title, video.url);
}

function VideoFilters({ order }: { readonly order: ReactNode }) {
  const { shortDay } = useFormats();
  const today = useToday();
  const [filter, setFilter] = useFilter('/videos');
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  const toggle = (name: 'due' | 'unresolved', label: string) => (
    <ToggleChip isOn={filter[name] === true} onToggle={() => setFilter({ [name]: filter[name] ? undefined : true })}>
      {label}
    </ToggleChip>
  );
  return (
    <FilterBar
      search={<SearchField label="Search videos" value={filter.q} onSearch={search} />}
      order={order}
      aside={<SavedViews path="/videos" />}
      {...useSetFilters('/videos')}
    >
      <FilterSelect
        label="Platform"
        all="All platforms"
        value={filter.platform}
        choices={PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]])}
        onChoose={(platform) => setFilter({ platform: platform as Platform | undefined })}
      />
      {toggle('due', 'Due')}
      {filter.dueOn !== undefined && (
        <ToggleChip isOn onToggle={() => setFilter({ dueOn: undefined })}>
          Due {shortDay(filter.dueOn, today)}
        </ToggleChip>
      )}
      {toggle('unresolved', 'Not resolved')}
      <OnlyMine isOn={filter.mine} onToggle={(mine) => setFilter({ mine })} />
    </FilterBar>
  );
}

/** Stable while further videos load, or each row would be drawn again. */
function useVideoColumns(onChange: (opened: Opened) => void): readonly Column<Video>[] {
  const formats = useFormats();
  const today = useToday();
  return useMemo(() => videoColumns(formats, today, onChange), [formats, today, onChange]);
}

function videoColumns(
  { count, shortDay, dayOf }: Formats,
  today: string,
  onChange: (opened: Opened) => void,
): readonly Column<Video>[] {
  const dateOr = (date: string | null): string => (date === null ? '–' : shortDay(date, today));
  const checked = (at: string | null): string => dateOr(at === null ? null : dayOf(at));
  return [
    {
      id: 'video',
      title: 'Video',
      sort: 'title',
      isLine: true,
      width: 'minmax(11rem,3fr)',
      cell: (video) => <VideoName video={video} />,
    },
    {
      id: 'deal',
      title: 'Deal',
      isLong: true,
      isLine: true,
      width: 'minmax(10rem,2.5fr)',
      cell: (video) => <DealOfVideo video={video} />,
    },
    {
      id: 'platform',
      title: 'Platform',
      sort: 'platform',
      width: '6.25rem',
      dropsOut: 2,
      cell: ({ platform }) => PLATFORM_NAMES[platform],
    },
    {
      id: 'posted',
      title: 'Posted',
      sort: 'postDate',
      width: '7.5rem',
      characters: ({ postDate }) => dateOr(postDate).length,
      dropsOut: 3,
      isDate: true,
      cell: ({ postDate }) => dateOr(postDate),
    },
    {
      id: 'views',
      title: 'Views',
      sort: 'latestValue',
      width: '9rem',
      characters: ({ latestValue }) => charactersOf(latestValue ?? 0),
      isNumeric: true,
      cell: ({ latestValue }) => (latestValue === null ? '–' : count(latestValue)),
    },
    {
      id: 'checked',
      title: 'Checked',
      width: '7.5rem',
      characters: ({ latestCheckedAt }) => checked(latestCheckedAt).length,
      dropsOut: 1,
      isDate: true,
      cell: ({ latestCheckedAt }) => checked(latestCheckedAt),
    },
    {
      id: 'next',
      title: 'Due',
      sort: 'nextDueDate',
      width: '8.5rem',
      dropsOut: 4,
      isDate: true,
      cell: ({ nextDueDate, due }) =>
        due ? <Chip tone="warn">Since {dateOr(nextDueDate)}</Chip> : dateOr(nextDueDate),
    },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (video) =>
        video.access.canEditViews && (
          <VideoMenu
            video={video}
            onRecord={() => record(video)}
            onChange={video.access.canEdit && ((what) => onChange({ what, video }))}
          />
        ),
    },
  ];
}

/** Opens the dialog for a video whose counts this user may add. */
function record(video: Video): void {
  const { deal, access } = video;
  if (access.canEditViews) recordViews({ dealId: deal.id, dealName: deal.name, video });
}

function VideoName({ video: { title, url, needsResolution } }: { readonly video: Video }) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" dir="auto" className="truncate hover:underline">
        {nameOfVideo(title, url)}
      </a>
      {needsResolution && (
        <span className="shrink-0" title="This is a short link whose destination isn't known yet">
          <Chip tone="warn">Not resolved</Chip>
        </span>
      )}
    </>
  );
}

function DealOfVideo({ video: { deal, access } }: { readonly video: Video }) {
  return (
    <>
      <Link
        to="/deals/$dealId"
        params={{ dealId: deal.id }}
        search={{ tab: 'videos' }}
        dir="auto"
        className="truncate hover:underline"
      >
        {deal.name}
      </Link>
      {deal.promoCode !== null && (
        <bdi className="max-w-1/2 shrink-0 truncate font-mono text-[13px] text-soft">{deal.promoCode}</bdi>
      )}
      {access.role !== 'owner' && (
        <span className="shrink-0">
          <Chip>Shared</Chip>
        </span>
      )}
    </>
  );
}
