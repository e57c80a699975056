import { useState } from 'react';
import { useList } from '../../api/queries.js';
import { recordViews } from '../../record-views/record-views.js';
import { useFormats, useToday } from '../../shell/account.js';
import { useKeys } from '../../shell/shortcuts.js';
import { useUndoableDeletion } from '../../shell/undoable-deletion.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { Menu } from '../../ui/menu.js';
import type { MenuItem } from '../../ui/menu-popup.js';
import type { Column } from '../../ui/tables/column.js';
import { ListTable } from '../../ui/tables/list-table.js';
import { RowIcon } from '../../ui/tables/row-icon.js';
import type { Deal } from '../deal-texts.js';
import { focusedRow } from './focused-row.js';
import { type Video, VideoForm } from './video-form.js';
import { VideoName } from './video-name.js';

type Opened = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly video: Video };

/** The videos of a deal, with adding, changing and deleting. */
export function VideosTab({ deal }: { readonly deal: Deal }) {
  const [open, setOpen] = useState<Opened>();
  const videos = useList('deals.list_videos', { dealId: deal.id });
  const { canEdit, canEditViews } = deal.access;
  const record = (video?: Video): void =>
    recordViews({ dealId: deal.id, dealName: deal.name, ...(video && { video }) });
  useKeys(
    canEditViews ? { v: { about: 'Record views', run: () => record(videos.items[focusedRow() ?? -1]) } } : NO_KEYS,
  );
  const columns = useVideoColumns((video) => [
    ...(canEditViews ? [{ label: 'Record views…', run: () => record(video) }] : []),
    ...(canEdit
      ? [
          { label: 'Edit…', run: () => setOpen({ what: 'edit', video }) },
          { label: 'Delete…', run: () => setOpen({ what: 'delete', video }), isDangerous: true },
        ]
      : []),
  ]);
  const close = (): void => setOpen(undefined);
  return (
    <>
      {canEdit && (
        <div className="mb-3 flex justify-end">
          <Button onClick={() => setOpen({ what: 'add' })}>Add video</Button>
        </div>
      )}
      <ListTable
        label="Videos"
        list={videos}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No videos yet. Add the videos you posted."
      />
      {open?.what === 'add' && <VideoForm dealId={deal.id} onClose={close} />}
      {open?.what === 'edit' && <VideoForm dealId={deal.id} video={open.video} onClose={close} />}
      {open?.what === 'delete' && <DeleteVideo deal={deal} video={open.video} onClose={close} />}
    </>
  );
}

function useVideoColumns(itemsOf: (video: Video) => readonly MenuItem[]): readonly Column<Video>[] {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const dateOr = (date: string | null): string => (date === null ? '–' : shortDay(date, today));
  return [
    { id: 'video', title: 'Video', width: 'minmax(10rem,2fr)', cell: (video) => <VideoName video={video} /> },
    { id: 'posted', title: 'Posted', width: '6.5rem', isDate: true, cell: ({ postDate }) => dateOr(postDate) },
    {
      id: 'latest',
      title: 'Views',
      width: '8rem',
      isNumeric: true,
      cell: ({ latestValue }) => (latestValue === null ? '–' : count(latestValue)),
    },
    { id: 'due', title: 'Next check', width: '7rem', isDate: true, cell: ({ nextDueDate }) => dateOr(nextDueDate) },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (video) => {
        const items = itemsOf(video);
        return (
          items.length > 0 && (
            <Menu label={`More for ${video.title ?? video.url}`} className={buttonClass('quiet', 'px-2')} items={items}>
              <RowIcon name="more" />
            </Menu>
          )
        );
      },
    },
  ];
}

interface DeleteVideoProps {
  readonly deal: Deal;
  readonly video: Video;
  readonly onClose: () => void;
}

function DeleteVideo({ deal, video, onClose }: DeleteVideoProps) {
  const deleteVideo = useUndoableDeletion('deals.delete_video');
  const name = video.title ?? video.url;
  return (
    <ConfirmDialog
      title="Delete video?"
      action="Delete video"
      onClose={onClose}
      run={async () =>
        deleteVideo({
          id: video.id,
          what: `“${name}”`,
          input: { dealId: deal.id, videoId: video.id },
          version: video.version,
        })
      }
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi>{name}</bdi> is deleted with its view counts.
      </p>
    </ConfirmDialog>
  );
}

const NO_KEYS = {};
