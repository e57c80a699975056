import { lazy, Suspense, useState } from 'react';
import { PAGE_ROWS, useOperation } from '../api/queries.js';
import { nextCheckOf } from '../deals/overview/next-check.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { ChoiceField } from '../ui/fields/field.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { type RecordableVideo, RecordViewsForm } from './record-views-form.js';

const VideoForm = lazy(async () => ({ default: (await import('../deals/page/video-form.js')).VideoForm }));

/** What to count: a video, or one of the deal's yet to be selected. */
export interface RecordTarget {
  readonly dealId: string;
  readonly dealName: string;
  readonly video?: RecordableVideo;
}

interface RecordViewsDialogProps {
  readonly target: RecordTarget;
  readonly onClose: () => void;
}

/** Records a count of any video of a deal, at any day up to today. */
export function RecordViewsDialog({ target, onClose }: RecordViewsDialogProps) {
  const { dealId, dealName, video } = target;
  return (
    <Dialog title="Record views" isOpen onClose={onClose}>
      <p className="-mt-3 mb-4 flex min-w-0 gap-2 text-soft">
        <bdi className="truncate">{dealName}</bdi>
        {video && <bdi className="truncate">{nameOf(video)}</bdi>}
      </p>
      {video ? (
        <RecordViewsForm dealId={dealId} video={video} onClose={onClose} />
      ) : (
        <OneOfDeal dealId={dealId} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Begins with the video whose check is due first, else with the newest. */
function OneOfDeal({ dealId, onClose }: { readonly dealId: string; readonly onClose: () => void }) {
  const videos = useOperation('deals.list_videos', { dealId, limit: PAGE_ROWS });
  const [chosen, setChosen] = useState<string>();
  if (videos.isError) return <PageError error={videos.error} />;
  if (!videos.data) return <p className="text-soft">Loading videos…</p>;
  const { items, total } = videos.data;
  const video = items.find(({ id }) => id === chosen) ?? nextCheckOf(items)?.videos[0] ?? items[0];
  if (!video) return <NoVideos dealId={dealId} onClose={onClose} />;
  return (
    <>
      {items.length > 1 && (
        <ChoiceField
          label="Video"
          className="mb-4"
          value={video.id}
          onChange={setChosen}
          choices={items.map((each) => [each.id, nameOf(each)])}
          {...(total > items.length && { hint: 'Older videos are on the Videos page.' })}
        />
      )}
      <RecordViewsForm key={video.id} dealId={dealId} video={video} onClose={onClose} />
    </>
  );
}

/** Offers the step that comes first. */
function NoVideos({ dealId, onClose }: { readonly dealId: string; readonly onClose: () => void }) {
  const { data: deal } = useOperation('deals.get', { dealId });
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Notice>No videos yet. Add the videos you posted.</Notice>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        {deal?.access.canEdit && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add video
          </Button>
        )}
      </div>
      {isAdding && (
        <Suspense>
          <VideoForm dealId={dealId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}

function nameOf({ title, url }: RecordableVideo): string {
  return nameOfVideo(title, url);
}
