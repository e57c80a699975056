import { Link } from '@tanstack/react-router';
import { Copy, ImageUp } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import { useList } from '../api/queries.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats, useToday } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Button } from '../ui/button.js';
import { Chip, ToggleChip } from '../ui/chip.js';
import { copyAndConfirm } from '../ui/fields/copy-field.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { useSelection } from '../ui/tables/selection.js';
import { SortSelect } from '../ui/tables/sort-select.js';
import type { Sorting } from '../ui/tables/sorting.js';
import { charactersOf } from '../ui/tables/table-layout.js';
import { MakeLink } from './make-link.js';
import { PhotoDialog } from './photo-dialog.js';
import { nameOf, type ShortLink, stateOf, targetOf } from './short-link.js';

// Loaded lazily, because most visits select no row.
const LinkBulkBar = lazy(async () => ({ default: (await import('./link-bulk-bar.js')).LinkBulkBar }));

type Kind = ShortLink['kind'];

const KINDS: readonly (readonly [Kind | undefined, string])[] = [
  [undefined, 'All'],
  ['url', 'Addresses'],
  ['photo', 'Photos'],
];

/** Short links that the user sees, and a form for a new one. */
export function LinksPage() {
  const [{ q, kind, sort }, setFilter] = useFilter('/links');
  const formats = useFormats();
  const [isUploading, setUploading] = useState(false);
  const list = useList('short_links.list', {
    scope: 'mine-and-shared',
    ...(q !== undefined && { q }),
    ...(kind !== undefined && { kind }),
    ...(sort !== undefined && { sort }),
  });
  const columns = useColumns();
  const sorting: Sorting = { sort, onSort: (sort) => setFilter({ sort }) };
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(list.items, selection);
  return (
    <Page width="list">
      <PageHead
        title="Short links"
        about={
          list.total === undefined ? undefined : list.total === 1 ? '1 link' : `${formats.count(list.total)} links`
        }
        actions={
          <Button onClick={() => setUploading(true)}>
            <ImageUp size={15} aria-hidden /> Photo
          </Button>
        }
      />
      <MakeLink />
      <Filters order={<SortSelect fields={columns} sorting={sorting} />} />
      <ListTable
        label="Short links"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        sorting={sorting}
        opensRows
        selection={selection}
        canSelect={({ access }) => access.canEdit}
        empty="No short links yet. Paste an address above to create one."
        noMatch={(q !== undefined || kind !== undefined) && 'No matching links'}
      />
      {chosen.length > 0 && (
        <Suspense>
          <LinkBulkBar ids={chosen} only={nameOfFirst(list.items, chosen)} selection={selection} />
        </Suspense>
      )}
      {isUploading && <PhotoDialog onClose={() => setUploading(false)} />}
    </Page>
  );
}

function nameOfFirst(links: readonly ShortLink[], [id]: readonly string[]): string | undefined {
  const link = links.find((each) => each.id === id);
  return link && nameOf(link);
}

function Filters({ order }: { readonly order: ReactNode }) {
  const [{ q, kind }, setFilter] = useFilter('/links');
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  return (
    <FilterBar
      search={<SearchField label="Search links" value={q} onSearch={search} />}
      order={order}
      aside={<SavedViews path="/links" />}
      {...useSetFilters('/links')}
    >
      <div role="group" aria-label="Kind" className="flex flex-wrap gap-1.5">
        {KINDS.map(([value, label]) => (
          <ToggleChip key={label} isOn={value === kind} onToggle={() => setFilter({ kind: value })}>
            {label}
          </ToggleChip>
        ))}
      </div>
    </FilterBar>
  );
}

function useColumns(): readonly Column<ShortLink>[] {
  const formats = useFormats();
  const { nameOf: personOf } = usePeople();
  const today = useToday();
  return useMemo(
    () => [
      {
        id: 'link',
        title: 'Link',
        sort: 'title',
        width: 'minmax(14rem,2fr)',
        cell: (link) => <LinkCell link={link} />,
      },
      {
        id: 'target',
        title: 'Destination',
        isLong: true,
        width: 'minmax(10rem,2fr)',
        dropsOut: 4,
        cell: (link) => (
          <bdi
            className="block truncate max-sm:inline max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal"
            title={link.url ?? undefined}
          >
            {targetOf(link)}
          </bdi>
        ),
      },
      {
        id: 'campaign',
        title: 'Campaign',
        width: '12rem',
        characters: ({ campaign }) => campaign?.length ?? 1,
        dropsOut: 2,
        cell: ({ campaign }) =>
          campaign !== null && (
            <span className="block truncate">
              <bdi>{campaign}</bdi>
            </span>
          ),
      },
      {
        id: 'clicks',
        title: 'Clicks',
        sort: 'clicks',
        width: '8rem',
        characters: ({ clicks }) => charactersOf(clicks),
        isNumeric: true,
        cell: ({ clicks }) => formats.count(clicks),
      },
      {
        id: 'created',
        title: 'Created',
        sort: 'createdAt',
        width: '7.25rem',
        dropsOut: 3,
        isDate: true,
        cell: ({ createdAt }) => formats.shortDay(formats.dayOf(createdAt), today),
      },
      {
        id: 'owner',
        title: 'Owner',
        width: '9rem',
        characters: ({ ownerId }) => personOf(ownerId).length,
        dropsOut: 1,
        cell: ({ ownerId }) => <bdi className="block truncate max-sm:inline">{personOf(ownerId)}</bdi>,
      },
      {
        id: 'copy',
        title: '',
        isCorner: true,
        width: '2.5rem',
        cell: (link) => (
          <Button kind="quiet" aria-label={`Copy ${nameOf(link)}`} onClick={() => void copyAndConfirm(link.shortUrl)}>
            <Copy size={15} aria-hidden />
          </Button>
        ),
      },
    ],
    [formats, personOf, today],
  );
}

function LinkCell({ link }: { readonly link: ShortLink }) {
  const state = stateOf(link);
  return (
    <span className="flex items-baseline gap-x-2 gap-y-1 max-sm:flex-wrap">
      <Link
        to="/links/$linkId"
        params={{ linkId: link.id }}
        className="font-medium max-sm:[overflow-wrap:anywhere] sm:truncate hover:underline"
      >
        <bdi>{nameOf(link)}</bdi>
      </Link>
      {link.title !== null && <bdi className="max-w-1/2 shrink-0 truncate text-soft">{link.shortId}</bdi>}
      {state && <Chip tone={state[1]}>{state[0]}</Chip>}
    </span>
  );
}
