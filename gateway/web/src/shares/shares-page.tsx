import { Link } from '@tanstack/react-router';
import { Copy, Ellipsis } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useList } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { copyAndConfirm } from '../ui/fields/copy-field.js';
import { SearchField } from '../ui/fields/search-field.js';
import { Menu } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { totalText } from '../ui/tables/total-text.js';
import { describeEnd, endOf, viewsText } from './describe-share.js';
import { EditShareDialog } from './edit-share-dialog.js';
import type { ExternalShare } from './record.js';
import { EndShareDialog, useShareDisabling } from './share-changes.js';

const KIND_NAMES: Readonly<Record<ExternalShare['entityType'], string>> = {
  deal: 'Deal',
  contact: 'Contact',
  influencer: 'Influencer',
};

/** The user's shared links, newest first. */
export function SharesPage() {
  const [open, setOpen] = useState<{ readonly what: 'change' | 'end'; readonly id: string }>();
  const [{ q }, setFilter] = useFilter('/shares');
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  const { formats } = useSignedIn();
  const shares = useList('external_shares.list', { ...(q && { q }) });
  const columns = useShareColumns((what, { id }) => setOpen({ what, id }));
  const wanted = shares.items.find(({ id }) => id === open?.id);
  return (
    <Page width="list">
      <PageHead
        title="Shared links"
        about={
          <>
            <span aria-live="polite">
              {shares.total !== undefined &&
                `${totalText(shares.total, 'shared link', { isFiltered: q !== undefined, count: formats.count })} · `}
            </span>
            Anyone with a link can see what you chose. No account needed.
          </>
        }
      />
      <div className="mb-3">
        <SearchField label="Search shared links" value={q} onSearch={search} />
      </div>
      <ListTable
        label="Shared links"
        list={shares}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No shared links yet. Open a deal and choose “Share”."
        emptyAction={
          <Link to="/deals" className={buttonClass('primary')}>
            Open deals
          </Link>
        }
        noMatch={q !== undefined && 'No matching links'}
      />
      {wanted && open?.what === 'end' && <EndShareDialog share={wanted} onClose={() => setOpen(undefined)} />}
      {wanted && open?.what === 'change' && <EditShareDialog share={wanted} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

type Open = (what: 'change' | 'end', share: ExternalShare) => void;

function useShareColumns(onOpen: Open): readonly Column<ExternalShare>[] {
  const { formats } = useSignedIn();
  return [
    { id: 'what', title: 'Record', width: 'minmax(10rem,2fr)', cell: (share) => <WhatIsShared share={share} /> },
    { id: 'kind', title: 'Type', width: '6rem', cell: ({ entityType }) => KIND_NAMES[entityType] },
    { id: 'views', title: 'Views', width: '7rem', isNumeric: true, cell: (share) => viewsText(share, formats) },
    // Tells apart the links to one record.
    {
      id: 'created',
      title: 'Created',
      isLong: true,
      width: '12.5rem',
      isDate: true,
      cell: ({ createdAt }) => formats.time(createdAt),
    },
    {
      id: 'until',
      title: 'Expires',
      isLong: true,
      width: '12.5rem',
      isDate: true,
      cell: (share) => describeEnd(share, formats) ?? 'Never',
    },
    {
      id: 'more',
      title: '',
      width: '9.5rem',
      cell: (share) => <ShareActions share={share} onOpen={onOpen} />,
    },
  ];
}

function WhatIsShared({ share }: { readonly share: ExternalShare }) {
  const { entityType, entityId, entityTitle, hasPassword } = share;
  const end = endOf(share);
  const name = <bdi>{entityTitle}</bdi>;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {entityType === 'deal' ? (
        <Link to="/deals/$dealId" params={{ dealId: entityId }} className="truncate font-medium hover:underline">
          {name}
        </Link>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      {hasPassword && <Chip>Password</Chip>}
      {end !== undefined && <Chip tone="warn">{end}</Chip>}
    </span>
  );
}

function ShareActions({ share, onOpen }: { readonly share: ExternalShare; readonly onOpen: Open }) {
  const { turn } = useShareDisabling(share);
  const { isActive, switchedOffByAdmin, url, entityTitle } = share;
  return (
    <span className="flex justify-end gap-1">
      <Button kind="quiet" onClick={() => void copyAndConfirm(url)}>
        <Copy size={15} aria-hidden /> Copy<span className="sr-only"> the link to {entityTitle}</span>
      </Button>
      <Menu
        label={`More for the link to ${entityTitle}`}
        className={buttonClass('quiet', 'px-2')}
        items={[
          { label: 'Edit…', run: () => onOpen('change', share) },
          // Only administrators can enable links that an administrator disabled.
          ...(switchedOffByAdmin ? [] : [{ label: isActive ? 'Disable' : 'Enable', run: turn }]),
          { label: 'End link…', run: () => onOpen('end', share), isDangerous: true },
        ]}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>
    </span>
  );
}
