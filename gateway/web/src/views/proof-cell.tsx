import { Lock } from 'lucide-react';
import { Thumbnail } from '../screenshots/thumbnail.js';
import { useFormats } from '../shell/account.js';
import { provenReading } from './proof-of.js';
import type { Reading } from './reading.js';

interface ProofCellProps {
  readonly reading: Reading;
  readonly onOpen: (readingId: string) => void;
}

/** The screenshot of a view count, small; it opens large. */
export function ProofCell({ reading, onOpen }: ProofCellProps) {
  const { count, time } = useFormats();
  const { id, value, checkedAt, screenshot } = reading;
  const proven = provenReading(reading);
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
