import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadUrl } from '../api/call.js';
import { Button, buttonClass } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';

interface LightboxProps {
  readonly title: string;
  readonly screenshotId: string;
  readonly alt: string;
  /** Keys of the list's rows with a screenshot, in their order. */
  readonly keys: readonly string[];
  readonly shownKey: string;
  readonly onShow: (key: string) => void;
  /** Loads more of the list; called near the end of the loaded rows. */
  readonly readMore: () => void;
  /** Below the screenshot: what it shows. */
  readonly about: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** A full screenshot, with what it shows; the arrow keys browse the others of its list. */
export function Lightbox({ title, screenshotId, alt, about, actions, onClose, ...browsed }: LightboxProps) {
  const { keys, shownKey, onShow, readMore } = browsed;
  const index = keys.indexOf(shownKey);
  const isNearEnd = index >= keys.length - 2;
  useEffect(() => {
    if (isNearEnd) readMore();
  }, [isNearEnd, readMore]);
  const move = (step: 1 | -1): void => onShow(neighborOf(keys, shownKey, step) ?? shownKey);
  useArrowKeys(move);
  useFocusReturn();
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-3">
        <LargeScreenshot key={screenshotId} screenshotId={screenshotId} alt={alt} />
        {about}
        <div className="flex flex-wrap items-center gap-2">
          {keys.length > 1 && (
            <>
              <Button onClick={() => move(-1)}>
                <ChevronLeft size={15} aria-hidden /> Previous
              </Button>
              <Button onClick={() => move(1)} autoFocus>
                Next <ChevronRight size={15} aria-hidden />
              </Button>
              <span aria-live="polite" className="text-soft tabular-nums">
                {index + 1} of {keys.length}
              </span>
            </>
          )}
          <span className="grow" />
          {actions}
          <a
            href={downloadUrl('screenshots.image', { screenshotId })}
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

/** The key before or after another one; the list has no ends. */
export function neighborOf(keys: readonly string[], key: string, step: 1 | -1): string | undefined {
  return keys[(keys.indexOf(key) + step + keys.length) % keys.length];
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
function LargeScreenshot({ screenshotId, alt }: Pick<LightboxProps, 'screenshotId' | 'alt'>) {
  const [isMissing, setMissing] = useState(false);
  return (
    <div className="flex h-[56vh] items-center justify-center rounded border border-line bg-sunken">
      {isMissing ? (
        <p className="text-soft">Couldn't load the screenshot. Close this and retry.</p>
      ) : (
        <img
          src={downloadUrl('screenshots.thumbnail', { screenshotId, size: '1280' })}
          alt={alt}
          onError={() => setMissing(true)}
          className="max-h-full max-w-full object-contain"
        />
      )}
    </div>
  );
}
