import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useFormats } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { buttonClass } from '../ui/button.js';
import { DataTable, type Column } from '../ui/data-table.js';
import { Menu, type MenuItem } from '../ui/menu.js';
import type { Selection } from '../ui/selection.js';
import { shortUrl } from '../ui/short-url.js';
import type { Reading } from './reading.js';

// Most visits open none of these.
const ReadingForm = lazy(async () => ({ default: (await import('./reading-form.js')).ReadingForm }));
const ReadingHistory = lazy(async () => ({ default: (await import('./reading-history.js')).ReadingHistory }));

interface ReadingTableProps {
  readonly items: readonly Reading[];
  readonly total: number | undefined;
  readonly isPending: boolean;
  readonly readMore: () => void;
  readonly empty: ReactNode;
  readonly selection?: Selection;
  /** Whether each row says of which deal it is. */
  readonly withDeal?: boolean;
  /** Whether a reading may be deleted: its deal's owner may. */
  readonly canDelete: (reading: Reading) => boolean;
}

type Opened = { readonly what: 'correct' | 'history'; readonly readingId: string };

/** Readings, latest first; each can be corrected, with what was corrected before, and deleted. */
export function ReadingTable({ items, withDeal = false, canDelete, ...rest }: ReadingTableProps) {
  const [open, setOpen] = useState<Opened>();
  const { count } = useFormats();
  const deleteReading = useUndoableDeletion('deals.delete_view_log');
  const columns = useReadingColumns(withDeal, (reading) => {
    const { id, dealId, value, version } = reading;
    const what = `the view count of ${count(value)} views`;
    const remove = () => deleteReading({ id, what, input: { dealId, viewId: id }, version });
    return actionsOf(reading, setOpen, canDelete(reading) && remove);
  });
  const opened = items.find(({ id }) => id === open?.readingId);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <DataTable label="View counts" columns={columns} items={items} keyOf={({ id }) => id} {...rest} />
      <Suspense>
        {opened && open?.what === 'correct' && <ReadingForm reading={opened} onClose={close} />}
        {opened && open?.what === 'history' && <ReadingHistory reading={opened} onClose={close} />}
      </Suspense>
    </>
  );
}

function actionsOf(
  { id, editable }: Reading,
  open: (opened: Opened) => void,
  remove: (() => void) | false,
): readonly MenuItem[] {
  return [
    ...(editable ? [{ label: 'Correct…', run: () => open({ what: 'correct', readingId: id }) }] : []),
    { label: 'History', run: () => open({ what: 'history', readingId: id }) },
    ...(remove ? [{ label: 'Delete', run: remove, isDangerous: true }] : []),
  ];
}

function useReadingColumns(
  withDeal: boolean,
  actions: (reading: Reading) => readonly MenuItem[],
): readonly Column<Reading>[] {
  const { count, time } = useFormats();
  const ofDeal: Column<Reading> = {
    id: 'deal',
    title: 'Deal',
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
      id: 'checked',
      title: 'Checked',
      width: '12.5rem',
      isNumeric: true,
      isLong: true,
      cell: ({ checkedAt }) => time(checkedAt),
    },
    {
      id: 'by',
      title: 'By',
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
      width: '2.5rem',
      cell: (reading) => (
        <Menu
          label={`More for ${count(reading.value)} views of ${time(reading.checkedAt)}`}
          className={buttonClass('quiet', 'px-2')}
          items={actions(reading)}
        >
          <Ellipsis size={16} aria-hidden />
        </Menu>
      ),
    },
  ];
}
