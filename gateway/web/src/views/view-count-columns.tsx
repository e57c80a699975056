import { Link } from '@tanstack/react-router';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import type { MenuItem } from '../ui/menu-popup.js';
import { ShortTime } from '../ui/short-time.js';
import type { Column } from '../ui/tables/column.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import { charactersOf } from '../ui/tables/table-layout.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { ProofCell } from './proof-cell.js';
import type { ViewCount } from './view-count.js';

interface ViewCountColumnsInput {
  readonly withDeal: boolean;
  readonly actions: (viewCount: ViewCount) => readonly MenuItem[];
  readonly onProof: (viewCountId: string) => void;
}

/** Columns of a table of view counts. */
export function useViewCountColumns({
  withDeal,
  actions,
  onProof,
}: ViewCountColumnsInput): readonly Column<ViewCount>[] {
  const { count, time } = useFormats();
  return [
    {
      id: 'video',
      title: 'Video',
      width: 'minmax(12rem,2.5fr)',
      cell: ({ videoTitle, videoUrl }) => (
        <a href={videoUrl} title={videoUrl} target="_blank" rel="noreferrer" className="block truncate hover:underline">
          <bdi>{nameOfVideo(videoTitle, videoUrl)}</bdi>
        </a>
      ),
    },
    ...(withDeal ? [DEAL] : []),
    {
      id: 'views',
      title: 'Views',
      width: '9rem',
      characters: ({ value }) => charactersOf(value),
      isNumeric: true,
      cell: ({ value }) => count(value),
    },
    {
      id: 'proof',
      title: 'Proof',
      width: '4rem',
      dropsOut: 3,
      cell: (viewCount) => viewCount.screenshot !== null && <ProofCell viewCount={viewCount} onOpen={onProof} />,
    },
    {
      id: 'checked',
      title: 'Checked',
      width: '10.5rem',
      dropsOut: 4,
      isDate: true,
      isLong: true,
      cell: ({ checkedAt }) => <ShortTime at={checkedAt} />,
    },
    {
      id: 'by',
      title: 'Recorded by',
      width: 'minmax(7rem,1fr)',
      dropsOut: 2,
      cell: ({ loggedBy, source }) => (
        <span className="block truncate">
          <bdi>{loggedBy.name}</bdi>
          {source === 'agent' && <span className="text-soft">, through an agent</span>}
        </span>
      ),
    },
    {
      id: 'note',
      title: 'Note',
      width: 'minmax(5rem,1fr)',
      dropsOut: 1,
      isLong: true,
      cell: ({ note }) =>
        note !== null && (
          <span className="block truncate" title={note}>
            <bdi>{note}</bdi>
          </span>
        ),
    },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (viewCount) => (
        <Menu
          label={`More for ${count(viewCount.value)} views of ${time(viewCount.checkedAt)}`}
          className={buttonClass('quiet', 'px-2')}
          items={actions(viewCount)}
        >
          <RowIcon name="more" />
        </Menu>
      ),
    },
  ];
}

const DEAL: Column<ViewCount> = {
  id: 'deal',
  title: 'Deal',
  isLong: true,
  width: 'minmax(9rem,2fr)',
  cell: ({ dealId, dealName }) => (
    <Link to="/deals/$dealId" params={{ dealId }} className="block truncate hover:underline">
      <bdi>{dealName}</bdi>
    </Link>
  ),
};
