import { Link } from '@tanstack/react-router';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import type { Column } from '../ui/data-table.js';
import { Menu, type MenuItem } from '../ui/menu.js';
import { RowIcon } from '../ui/row-icon.js';
import { ShortTime } from '../ui/short-time.js';
import { shortUrl } from '../ui/short-url.js';
import { ProofCell } from './proof-cell.js';
import type { Reading } from './reading.js';

interface ReadingColumnsInput {
  readonly withDeal: boolean;
  readonly actions: (reading: Reading) => readonly MenuItem[];
  readonly onProof: (readingId: string) => void;
}

/** What a table of view counts shows of each. */
export function useReadingColumns({ withDeal, actions, onProof }: ReadingColumnsInput): readonly Column<Reading>[] {
  const { count, time } = useFormats();
  const ofDeal: Column<Reading> = {
    id: 'deal',
    title: 'Deal',
    isLong: true,
    width: 'minmax(8rem,1.3fr)',
    cell: ({ dealId, dealName }) => (
      <Link to="/deals/$dealId" params={{ dealId }} className="block truncate hover:underline">
        <bdi>{dealName}</bdi>
      </Link>
    ),
  };
  return [
    {
      id: 'video',
      title: 'Video',
      width: 'minmax(10rem,2fr)',
      cell: ({ videoUrl }) => (
        <a href={videoUrl} target="_blank" rel="noreferrer" className="block truncate hover:underline">
          {shortUrl(videoUrl)}
        </a>
      ),
    },
    ...(withDeal ? [ofDeal] : []),
    { id: 'views', title: 'Views', width: '7rem', isNumeric: true, cell: ({ value }) => count(value) },
    {
      id: 'proof',
      title: 'Proof',
      width: '2.75rem',
      cell: (reading) => reading.screenshot !== null && <ProofCell reading={reading} onOpen={onProof} />,
    },
    {
      id: 'checked',
      title: 'Checked',
      width: '10.5rem',
      isNumeric: true,
      isLong: true,
      cell: ({ checkedAt }) => <ShortTime at={checkedAt} />,
    },
    {
      id: 'by',
      title: 'Recorded by',
      width: 'minmax(6rem,1fr)',
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
      isLong: true,
      cell: ({ note }) =>
        note !== null && (
          <bdi className="block truncate" title={note}>
            {note}
          </bdi>
        ),
    },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (reading) => (
        <Menu
          label={`More for ${count(reading.value)} views of ${time(reading.checkedAt)}`}
          className={buttonClass('quiet', 'px-2')}
          items={actions(reading)}
        >
          <RowIcon name="more" />
        </Menu>
      ),
    },
  ];
}
