import { useState } from 'react';
import { useHiddenRecords } from '../../api/hidden-records.js';
import { PAGE_ROWS, useList, useOperation } from '../../api/queries.js';
import { recordViews } from '../../record-views/record-views.js';
import { useKeys } from '../../shell/shortcuts.js';
import { Button } from '../../ui/button.js';
import type { Column } from '../../ui/tables/column.js';
import { ListTable } from '../../ui/tables/list-table.js';
import { VideoMenu } from '../../videos/video-menu.js';
import type { Deal } from '../deal-texts.js';
import { type LatestCount, latestCounts } from '../overview/latest-counts.js';
import { DeleteVideo } from './delete-video.js';
import { focusedRow } from './focused-row.js';
import { useVideoColumns } from './video-columns.js';
import { type Video, VideoForm } from './video-form.js';

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
  const counts = useLatestCounts(deal.id);
  const shown = useVideoColumns({ counts, onRecord: canEditViews ? record : undefined, isWide: true });
  const more: Column<Video> = {
    id: 'more',
    title: '',
    isCorner: true,
    width: '2.5rem',
    cell: (video) =>
      (canEdit || canEditViews) && (
        <VideoMenu
          video={video}
          onRecord={canEditViews && (() => record(video))}
          onChange={canEdit && ((what) => setOpen({ what, video }))}
        />
      ),
  };
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
        columns={[...shown, more]}
        keyOf={({ id }) => id}
        empty="No videos yet. Add the videos you posted."
      />
      {open?.what === 'add' && <VideoForm dealId={deal.id} onClose={close} />}
      {open?.what === 'edit' && <VideoForm dealId={deal.id} video={open.video} onClose={close} />}
      {open?.what === 'delete' && <DeleteVideo dealId={deal.id} video={open.video} onClose={close} />}
    </>
  );
}

/** The newest counts of the videos. Of a deal with very many counts, the growth of some is unknown. */
function useLatestCounts(dealId: string): ReadonlyMap<string, LatestCount> {
  const viewCounts = useOperation('deals.list_deal_view_logs', { dealId, limit: PAGE_ROWS });
  return latestCounts(viewCounts.data?.items ?? [], useHiddenRecords());
}

const NO_KEYS = {};
