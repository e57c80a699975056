import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Thumbnail } from '../screenshots/thumbnail.js';
import { classNames } from '../ui/class-names.js';

// Loaded lazily, because most counts are recorded without opening one.
const Lightbox = lazy(async () => ({ default: (await import('../screenshots/lightbox.js')).Lightbox }));

interface ProofThumbnailProps {
  readonly screenshotId: string;
  /** What was counted. */
  readonly name: string;
  /** Below the full screenshot. */
  readonly about: ReactNode;
  readonly className?: string;
}

/** The thumbnail of a row's screenshot; it opens the full one. */
export function ProofThumbnail({ screenshotId, name, about, className }: ProofThumbnailProps) {
  const [isOpen, setOpen] = useState(false);
  const alt = `Screenshot for ${name}`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames('block shrink-0 cursor-zoom-in rounded', className)}
      >
        <Thumbnail
          screenshotId={screenshotId}
          alt={alt}
          className="h-10 w-16 object-cover pointer-coarse:h-11 pointer-coarse:w-18"
        />
      </button>
      {isOpen && (
        <Suspense>
          <Lightbox
            title={alt}
            screenshotId={screenshotId}
            alt={alt}
            keys={[screenshotId]}
            shownKey={screenshotId}
            onShow={noOther}
            readMore={noOther}
            about={about}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A row has one screenshot. */
function noOther(): void {}
