import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { onConnectionBack } from '../api/connection.js';
import type { Item } from '../api/operations.js';
import { refreshAfter } from '../api/queries.js';
import { ProofButton, ProofLine } from '../screenshots/proof.js';
import { useFormats, useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { DateField } from '../ui/fields/date-field.js';
import { useDroppedFile } from '../ui/fields/dropped-file.js';
import { showError, showToast } from '../ui/toasts.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { CountField } from '../views/count-field.js';
import { AttachedProof } from './attached-proof.js';
import { CountDetailsFields } from './count-details-fields.js';
import { UNDO_MS } from './last-count.js';
import { ProofThumbnail } from './proof-thumbnail.js';
import type { CountedVideo } from './recorder.js';
import type { RowState } from './row-state.js';
import type { TypedViewCounts } from './typed-view-counts.js';
import { useTypedViewCounts } from './use-typed-view-counts.js';
import { ViewCountMessage } from './view-count-message.js';

export type RecordableVideo = Pick<
  Item<'deals.list_videos'>,
  'id' | 'title' | 'url' | 'latestValue' | 'latestCheckedAt'
>;

interface RecordViewsFormProps {
  readonly dealId: string;
  readonly video: RecordableVideo;
  readonly onClose: () => void;
}

/** The count of one video, with its day and details. */
export function RecordViewsForm({ dealId, video, onClose }: RecordViewsFormProps) {
  const today = useToday();
  const typedViewCounts = useTypedViewCounts();
  const [day, setDay] = useState(today);
  const counted = useCounted(dealId, video, day);
  const state = useSyncExternalStore(
    (listener) => typedViewCounts.subscribe(video.id, listener),
    () => typedViewCounts.stateOf(video.id),
  );
  useEffect(() => onConnectionBack(() => typedViewCounts.resume()), [typedViewCounts]);
  useFinish({ typedViewCounts, counted, state, onClose });
  const messageId = useId();
  const prove = (image: File): void => void typedViewCounts.prove(counted, image);
  const { isOver, target } = useDroppedFile(prove);
  const isOnItsWay = state.status === 'sending' || state.status === 'waiting' || state.status === 'recorded';
  return (
    <form
      {...target}
      className={classNames('flex flex-col gap-3', isOver && 'bg-accent-soft')}
      onSubmit={(event) => {
        event.preventDefault();
        typedViewCounts.enter(counted, day === today ? undefined : day);
      }}
      onPaste={(event) => {
        const [image] = event.clipboardData.files;
        if (!image) return;
        event.preventDefault();
        prove(image);
      }}
    >
      <div>
        <div className="flex flex-col gap-1">
          <span aria-hidden className="font-medium">
            Views
          </span>
          <CountField
            autoFocus
            label="Views"
            messageId={state.message === undefined ? undefined : messageId}
            isRefused={state.status === 'refused'}
            text={state.text}
            onText={(text) => typedViewCounts.type(counted, text)}
          />
        </div>
        <div className="min-h-5 pt-0.5">
          <ViewCountMessage id={messageId} state={state} onUndo={noUndo} className="text-right" />
        </div>
        <LastCount video={video} />
      </div>
      <div className="flex items-end gap-2">
        <DateField label="Checked on" required max={today} value={day} onChange={setDay} className="grow" />
        <ProofButton label="Attach screenshot" isLabeled onImage={prove} />
      </div>
      {state.proof && (
        <ProofLine proof={state.proof} onUse={(found) => typedViewCounts.type(counted, String(found))} isOpen>
          {state.proof.status === 'attached' && (
            <AttachedProof name="this count" onRemove={() => void typedViewCounts.unprove(counted)}>
              <ProofThumbnail
                screenshotId={state.proof.screenshotId}
                name="this count"
                about={<bdi>{nameOfVideo(video.title, video.url)}</bdi>}
              />
            </AttachedProof>
          )}
        </ProofLine>
      )}
      <CountDetailsFields details={state.details} onDetails={(details) => typedViewCounts.describe(counted, details)} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{isOnItsWay ? 'Close' : 'Cancel'}</Button>
        <Button kind="primary" type="submit" disabled={isOnItsWay || state.proof?.status === 'sending'}>
          Record views
        </Button>
      </div>
    </form>
  );
}

/** The dialog closes with the count; its toast can undo it. */
function noUndo(): void {}

function LastCount({ video: { latestValue, latestCheckedAt } }: { readonly video: RecordableVideo }) {
  const { count, dayOf, shortDay } = useFormats();
  const today = useToday();
  return (
    <p className="text-[13px] text-soft">
      {latestValue === null ? 'Never checked' : `Last: ${count(latestValue)}`}
      {latestCheckedAt !== null && ` · ${shortDay(dayOf(latestCheckedAt), today)}`}
    </p>
  );
}

/** A count of an earlier day may well be lower. */
function useCounted(dealId: string, video: RecordableVideo, day: string): CountedVideo {
  const { dayOf } = useFormats();
  const { id: videoId, latestValue, latestCheckedAt } = video;
  const isBefore = latestCheckedAt !== null && day < dayOf(latestCheckedAt);
  const lastValue = isBefore ? null : latestValue;
  return useMemo(() => ({ dealId, videoId, lastValue }), [dealId, videoId, lastValue]);
}

interface FinishOptions {
  readonly typedViewCounts: TypedViewCounts;
  readonly counted: CountedVideo;
  readonly state: RowState;
  readonly onClose: () => void;
}

/** Closes the dialog once the count is recorded, which can be undone for a while; unsent input is discarded with it. */
function useFinish({ typedViewCounts, counted, state: { log, status }, onClose }: FinishOptions): void {
  const { count } = useFormats();
  const queries = useQueryClient();
  // Today counts its own recordings as done, and reads everything again when it is left.
  const isOnToday = useLocation({ select: ({ pathname }) => pathname === '/today' });
  const refresh = useCallback(() => {
    if (!isOnToday) refreshAfter(queries, 'deals.add_view_log');
  }, [isOnToday, queries]);
  useEffect(() => {
    if (log) refresh();
  }, [log, refresh]);
  useEffect(() => {
    if (!log || status !== 'recorded') return;
    const undo = async (): Promise<void> => {
      const undone = await typedViewCounts.undo();
      if (!undone) return showError("Couldn't undo. Delete the count on Views.");
      // Undo of a correction leaves the count that it replaced.
      const { log: kept } = typedViewCounts.stateOf(counted.videoId);
      if (kept) showToast(`Back to ${count(kept.value)} views`);
      else typedViewCounts.type(counted, '');
      refresh();
    };
    showToast(`${count(log.value)} views recorded`, {
      action: { label: 'Undo', run: () => void undo() },
      shownMs: UNDO_MS,
    });
    onClose();
  }, [log, status, typedViewCounts, counted, count, refresh, onClose]);
  const { dealId, videoId } = counted;
  useEffect(
    () => () => {
      const { status } = typedViewCounts.stateOf(videoId);
      if (status === 'open' || status === 'doubtful') typedViewCounts.type({ dealId, videoId, lastValue: null }, '');
    },
    // Not `counted`, which changes with the day, so that the typed count is kept.
    [typedViewCounts, dealId, videoId],
  );
}
