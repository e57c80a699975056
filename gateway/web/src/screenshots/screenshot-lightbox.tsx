import type { Item } from '../api/operations.js';
import { useFormats } from '../shell/account.js';
import { Lightbox } from './lightbox.js';
import { DealOfScreenshot, SubjectLink, subjectOf } from './screenshot-subject.js';

type Screenshot = Item<'screenshots.list'>;

interface ScreenshotLightboxProps {
  /** The list of which those with an image can be browsed. */
  readonly screenshots: readonly Screenshot[];
  readonly shown: Screenshot;
  readonly onShow: (screenshotId: string) => void;
  /** Loads more of the list; called near the end of the loaded rows. */
  readonly readMore: () => void;
  readonly onClose: () => void;
}

/** A full screenshot, with the deal and video it is for. */
export function ScreenshotLightbox({ screenshots, shown, ...rest }: ScreenshotLightboxProps) {
  const { count, time } = useFormats();
  const { screenshotId, detectedViews, capturedAt, createdAt } = shown;
  const title = detectedViews === null ? 'Screenshot' : `${count(detectedViews)} views`;
  return (
    <Lightbox
      title={title}
      screenshotId={screenshotId}
      alt={`Screenshot of ${subjectOf(shown).name}`}
      keys={screenshots.flatMap((each) => (each.imageUrl === null ? [] : each.screenshotId))}
      shownKey={screenshotId}
      about={
        <p className="[overflow-wrap:anywhere]">
          <DealOfScreenshot screenshot={shown} />
          {' · '}
          <SubjectLink screenshot={shown} />
          <span className="text-soft">
            {' · '}
            {capturedAt === null ? `Uploaded ${time(createdAt)}` : `Taken ${time(capturedAt)}`}
          </span>
        </p>
      }
      {...rest}
    />
  );
}
