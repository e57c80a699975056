import { Lightbox, neighborOf } from '../screenshots/lightbox.js';
import { ProvenRecords } from '../screenshots/proven-records.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
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

/** The full screenshot of a view count, with what it proves. */
export function ProofLightbox({ proven, shown, onShow, readMore, onClose, ...changes }: ProofLightboxProps) {
  const { count, time } = useFormats();
  const { viewCount, screenshotId } = shown;
  const { id, value, checkedAt, loggedBy } = viewCount;
  const keys = proven.map((each) => each.viewCount.id);
  const remove = (): void => {
    const next = neighborOf(keys, id, 1);
    if (next === undefined || next === id) onClose();
    else onShow(next);
    changes.onRemove(viewCount);
  };
  return (
    <Lightbox
      title={`${count(value)} views`}
      screenshotId={screenshotId}
      alt={`Screenshot of ${count(value)} views, ${time(checkedAt)}`}
      keys={keys}
      shownKey={id}
      onShow={onShow}
      readMore={readMore}
      about={
        <p className="[overflow-wrap:anywhere]">
          <ProvenRecords {...viewCount} onOpenDeal={onClose} />
          <span className="text-soft">
            {' · '}Checked {time(checkedAt)} by <bdi>{loggedBy.name}</bdi>
          </span>
        </p>
      }
      actions={
        canReplaceProof(viewCount) && (
          <>
            <Button kind="quiet" onClick={() => changes.onReplace(viewCount)}>
              Replace…
            </Button>
            <Button kind="quiet" onClick={remove}>
              Remove
            </Button>
          </>
        )
      }
      onClose={onClose}
    />
  );
}
