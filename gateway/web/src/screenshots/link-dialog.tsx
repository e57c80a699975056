import { useState } from 'react';
import type { Item } from '../api/operations.js';
import { PAGE_ROWS, useChange, useOperation } from '../api/queries.js';
import { DealChoice } from '../records/record-choice.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { ChoiceField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import type { Choice } from '../ui/fields/search-choice.js';
import { nameOfVideo } from '../videos/name-of-video.js';

interface LinkDialogProps {
  readonly screenshot: Item<'screenshots.list'>;
  readonly onClose: () => void;
}

/** Where a screenshot is now; undefined when it has no deal. */
function useCurrentLink({ dealId, dealName, videoId, videoTitle, videoUrl }: LinkDialogProps['screenshot']) {
  const deal = useOperation('deals.get', { dealId: dealId ?? '' }, { enabled: dealId !== null });
  const name = dealName ?? deal.data?.name;
  if (name === undefined) return undefined;
  return linkText(name, videoId !== null && videoUrl !== null ? nameOfVideo(videoTitle, videoUrl) : undefined);
}

const linkText = (deal: string, video: string | undefined): string => [deal, video].filter(Boolean).join(' · ');

/** Links a screenshot to a deal, and to one of its videos. */
export function LinkDialog({ screenshot, onClose }: LinkDialogProps) {
  const [chosen, setChosen] = useState<Choice | null>(
    screenshot.dealId === null ? null : { id: screenshot.dealId, name: '' },
  );
  const dealId = chosen?.id ?? '';
  const [videoId, setVideoId] = useState(screenshot.videoId ?? '');
  const deal = useOperation('deals.get', { dealId }, { enabled: dealId !== '' });
  const videos = useOperation('deals.list_videos', { dealId, limit: PAGE_ROWS }, { enabled: dealId !== '' });
  const linking = useChange('screenshots.link');
  const from = useCurrentLink(screenshot);
  const video = videos.data?.items.find(({ id }) => id === videoId);
  const to = linkText(chosen?.name || (deal.data?.name ?? ''), video && nameOfVideo(video.title, video.url));
  const isMoved =
    from !== undefined &&
    to !== '' &&
    dealId !== '' &&
    (dealId !== screenshot.dealId || videoId !== (screenshot.videoId ?? ''));
  return (
    <Dialog title="Link to deal" isOpen onClose={onClose}>
      <RecordForm
        action="Link"
        fields={['dealId', 'videoId']}
        onCancel={onClose}
        submit={async () => {
          const input = { screenshotId: screenshot.screenshotId, dealId, videoId: videoId === '' ? null : videoId };
          await linking.mutateAsync({ input });
          onClose();
        }}
      >
        {(errorAt) => (
          // Leaves room for results below the first field.
          <div className="flex min-h-56 flex-col gap-4">
            <DealChoice
              label="Deal"
              required
              // The name of a search result; an existing link's name loads separately.
              chosen={chosen && { id: dealId, name: chosen.name || (deal.data?.name ?? '') }}
              onChoose={(choice) => {
                setChosen(choice);
                setVideoId('');
              }}
              error={errorAt('dealId')}
            />
            <ChoiceField
              label="Video"
              value={videoId}
              disabled={dealId === ''}
              onChange={setVideoId}
              choices={[
                ['', 'No video'],
                ...(videos.data?.items ?? []).map(({ id, title, url }) => [id, nameOfVideo(title, url)] as const),
              ]}
              error={errorAt('videoId')}
            />
            <p role="status" className="text-soft [overflow-wrap:anywhere]">
              {isMoved && (
                <>
                  Moves the screenshot from <bdi>{from}</bdi> to <bdi>{to}</bdi>.
                </>
              )}
            </p>
          </div>
        )}
      </RecordForm>
    </Dialog>
  );
}
