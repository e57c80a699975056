import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { downloadUrl } from '../api/call.js';
import { useFormats } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { canReplaceProof, type ProvenViewCount } from './proof-of.js';
import type { ViewCount } from './view-count.js';

interface ProofLightboxProps {
  /** The view counts with screenshots to browse, in the order of their list. */
  readonly proven: readonly ProvenViewCount[];
  readonly shown: ProvenViewCount;
  readonly onShow: (viewCountId: string) => void;
  /** Loads more of the list; called near the end of the loaded rows. */
  readonly readMore: () => void;
  readonly onReplace: (viewCount: ViewCount) => void;
  readonly onRemove: (viewCount: ViewCount) => void;
  readonly onClose: () => void;
}

/** The full screenshot of a view count, with what it proves; the arrow keys browse the others. */
export function ProofLightbox({ proven, shown, onShow, readMore, onClose, ...changes }: ProofLightboxProps) {
  const { count } = useFormats();
  const { viewCount } = shown;
  const index = proven.findIndex((each) => each.viewCount.id === viewCount.id);
  const isNearEnd = index >= proven.length - 2;
  useEffect(() => {
    if (isNearEnd) readMore();
  }, [isNearEnd, readMore]);
  const neighbor = (step: 1 | -1): string | undefined =>
    proven[(index + step + proven.length) % proven.length]?.viewCount.id;
  const move = (step: 1 | -1): void => onShow(neighbor(step) ?? viewCount.id);
  useArrowKeys(move);
  useFocusReturn();
  const remove = (): void => {
    const next = neighbor(1);
    if (next === undefined || next === viewCount.id) onClose();
    else onShow(next);
    changes.onRemove(viewCount);
  };
  return (
    <Dialog title={`${count(viewCount.value)} views`} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-3">
        <LargeScreenshot key={shown.screenshotId} {...shown} />
        <AboutViewCount viewCount={viewCount} />
        <div className="flex flex-wrap items-center gap-2">
          {proven.length > 1 && (
            <>
              <Button onClick={() => move(-1)}>
                <ChevronLeft size={15} aria-hidden /> Previous
              </Button>
              <Button onClick={() => move(1)} autoFocus>
                Next <ChevronRight size={15} aria-hidden />
              </Button>
              <span aria-live="polite" className="text-soft tabular-nums">
                {index + 1} of {proven.length}
              </span>
            </>
          )}
          <span className="grow" />
          {canReplaceProof(viewCount) && (
            <>
              <Button kind="quiet" onClick={() => changes.onReplace(viewCount)}>
                Replace…
              </Button>
              <Button kind="quiet" onClick={remove}>
                Remove
              </Button>
            </>
          )}
          <a
            href={downloadUrl('screenshots.image', { screenshotId: shown.screenshotId })}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <ExternalLink size={15} aria-hidden /> Open original
          </a>
        </div>
      </div>
    </Dialog>
  );
}

/** The arrow keys act wherever the focus is while the dialog is open. */
function useArrowKeys(move: (step: 1 | -1) => void): void {
  const current = useRef(move);
  useEffect(() => {
    current.current = move;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowLeft') current.current(-1);
      if (event.key === 'ArrowRight') current.current(1);
    };
    // Before the dialog, which stops these keys.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

/** Restores the focus from before the dialog opened. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}

/** Reserves the space before the image loads. */
function LargeScreenshot({ viewCount, screenshotId }: ProvenViewCount) {
  const { count, time } = useFormats();
  const [isMissing, setMissing] = useState(false);
  return (
    <div className="flex h-[56vh] items-center justify-center rounded border border-line bg-sunken">
      {isMissing ? (
        <p className="text-soft">Couldn't load the screenshot. Close this and retry.</p>
      ) : (
        <img
          src={downloadUrl('screenshots.thumbnail', { screenshotId, size: '1280' })}
          alt={`Screenshot of ${count(viewCount.value)} views, ${time(viewCount.checkedAt)}`}
          onError={() => setMissing(true)}
          className="max-h-full max-w-full object-contain"
        />
      )}
    </div>
  );
}

function AboutViewCount({
  viewCount: { dealName, videoTitle, videoUrl, checkedAt, loggedBy },
}: {
  readonly viewCount: ViewCount;
}) {
  const { time } = useFormats();
  return (
    <p className="[overflow-wrap:anywhere]">
      <bdi className="font-medium">{dealName}</bdi>
      {' · '}
      <a href={videoUrl} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        <bdi>{nameOfVideo(videoTitle, videoUrl)}</bdi>
      </a>
      <span className="text-soft">
        {' · '}Checked {time(checkedAt)} by <bdi>{loggedBy.name}</bdi>
      </span>
    </p>
  );
}
