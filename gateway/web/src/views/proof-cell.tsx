import { Lock } from 'lucide-react';
import { Thumbnail } from '../screenshots/thumbnail.js';
import { useFormats } from '../shell/account.js';
import { provenViewCount } from './proof-of.js';
import type { ViewCount } from './view-count.js';

interface ProofCellProps {
  readonly viewCount: ViewCount;
  readonly onOpen: (viewCountId: string) => void;
}

/** The thumbnail of a view count's screenshot; it opens the original. */
export function ProofCell({ viewCount, onOpen }: ProofCellProps) {
  const { count, time } = useFormats();
  const { id, value, checkedAt, screenshot } = viewCount;
  const proven = provenViewCount(viewCount);
  if (proven) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        className="block shrink-0 cursor-zoom-in rounded"
      >
        <Thumbnail
          screenshotId={proven.screenshotId}
          alt={`Screenshot of ${count(value)} views, ${time(checkedAt)}`}
          className="h-7 w-11 object-cover pointer-coarse:h-11 pointer-coarse:w-18"
        />
      </button>
    );
  }
  if (screenshot?.screenshotId !== null) return null;
  return (
    <span title="There's a screenshot, but it isn't shared with you." className="flex text-soft">
      <Lock size={15} aria-hidden />
      <span className="sr-only">Screenshot not shared with you</span>
    </span>
  );
}
