import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useChange, useList } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { recordViews } from '../record-views/record-views.js';
import { useKeys } from '../shell/shortcuts.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import type { Column } from '../ui/data-table.js';
import { ListTable } from '../ui/list-table.js';
import { Menu } from '../ui/menu.js';
import { shortUrl } from '../ui/short-url.js';
import type { Deal } from './deal-texts.js';
import { VideoForm, type Video } from './video-form.js';

/** The videos of a deal: add, change, delete. */
export function VideosTab({ deal }: { readonly deal: Deal }) {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const [open, setOpen] = useState<{ readonly what: 'add' | 'edit' | 'delete'; readonly video?: Video }>();
  const videos = useList('deals.list_videos', { dealId: deal.id });
  const deleting = useChange('deals.delete_video');
  const { canEdit, canEditViews } = deal.access;
  const record = (video?: Video): void =>
    recordViews({ dealId: deal.id, dealName: deal.name, ...(video && { video }) });
  useKeys(
    canEditViews ? { v: { about: 'Record views', run: () => record(videos.items[focusedRow() ?? -1]) } } : NO_KEYS,
  );
  const dateOr = (date: string | null): string => (date === null ? '–' : shortDay(date, today));
  const columns: Column<Video>[] = [
    { id: 'video', title: 'Video', width: 'minmax(10rem,2fr)', cell: (video) => <VideoName video={video} /> },
    { id: 'posted', title: 'Posted', width: '6rem', isNumeric: true, cell: ({ postDate }) => dateOr(postDate) },
    {
      id: 'latest',
      title: 'Views',
      width: '8rem',
      isNumeric: true,
      cell: ({ latestValue }) => (latestValue === null ? '–' : count(latestValue)),
    },
    { id: 'due', title: 'Next check', width: '7rem', isNumeric: true, cell: ({ nextDueDate }) => dateOr(nextDueDate) },
    {
      id: 'more',
      title: '',
      width: '2.5rem',
      cell: (video) =>
        (canEdit || canEditViews) && (
          <Menu
            label={`More for ${video.title ?? video.url}`}
            className={buttonClass('quiet', 'px-2')}
            items={[
              ...(canEditViews ? [{ label: 'Record views…', run: () => record(video) }] : []),
              ...(canEdit
                ? [
                    { label: 'Edit…', run: () => setOpen({ what: 'edit', video }) },
                    { label: 'Delete…', run: () => setOpen({ what: 'delete', video }), isDangerous: true },
                  ]
                : []),
            ]}
          >
            <Ellipsis size={16} aria-hidden />
          </Menu>
        ),
    },
  ];
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
      {(open?.what === 'add' || open?.what === 'edit') && (
        <VideoForm deal={deal} {...(open.video && { video: open.video })} onClose={close} />
      )}
      {open?.what === 'delete' && open.video && (
        <ConfirmDialog
          title="Delete video?"
          action="Delete video"
          onClose={close}
          run={() =>
            deleting.mutateAsync({
              input: { dealId: deal.id, videoId: open.video?.id ?? '' },
              version: open.video?.version,
            })
          }
        >
          <p className="[overflow-wrap:anywhere]">
            <bdi>{open.video.title ?? open.video.url}</bdi> is deleted with its view counts. This can't be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const NO_KEYS = {};

/** The row of the table that has the focus. */
function focusedRow(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function VideoName({ video: { title, url, needsResolution } }: { readonly video: Video }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <a href={url} target="_blank" rel="noreferrer" className="truncate hover:underline">
        <bdi>{title ?? shortUrl(url)}</bdi>
      </a>
      {needsResolution && <Chip tone="warn">not resolved</Chip>}
    </span>
  );
}
