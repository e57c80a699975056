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
          </div>
        )}
      </RecordForm>
    </Dialog>
  );
}
