import { Camera } from 'lucide-react';
import type { Item } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { ProofButton, ProofLine } from '../screenshots/proof.js';
import { Thumbnail } from '../screenshots/thumbnail.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import type { Screenshots } from './use-screenshots.js';
import type { Row } from './work.js';

/** Longest address that can be searched for. */
const SEARCH_MAX = 200;
const OFFERED_MAX = 4;
const THUMBNAIL = 'h-14 w-20 object-contain';

type Stored = Item<'screenshots.list'>;

export interface RowScreenshotProps {
  readonly row: Row;
  readonly screenshots: Screenshots;
  readonly onChange: (change: (row: Row) => Row) => void;
}

/** The screenshot that shows the count: captured, chosen, pasted, dropped, or already stored. */
export function RowScreenshot({ row, screenshots, onChange }: RowScreenshotProps) {
  const proof = screenshots.proofOf(row.candidateId);
  const isSending = proof?.status === 'sending';
  const [attached] = row.proofScreenshots;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">Screenshot of its page, with the count</p>
      <div className="flex flex-wrap items-center gap-2">
        {attached?.screenshotId && (
          <Thumbnail screenshotId={attached.screenshotId} alt="The attached screenshot" className={THUMBNAIL} />
        )}
        <Button disabled={isSending} onClick={() => void screenshots.capture(row)}>
          <Camera size={15} aria-hidden /> Capture page
        </Button>
        <ProofButton isLabeled label="Attach screenshot" onImage={(image) => void screenshots.attach(row, image)} />
        <span className="text-[13px] text-soft">or paste or drop one here</span>
      </div>
      {proof && (
        <div className="flex justify-start">
          <ProofLine proof={proof} isOpen onUse={(found) => onChange((now) => ({ ...now, viewCount: found }))} />
        </div>
      )}
      {!attached && <Stored row={row} onChoose={(stored) => screenshots.choose(row, stored)} />}
    </div>
  );
}

interface StoredProps {
  readonly row: Row;
  readonly onChoose: (stored: Stored) => void;
}

/** The user's screenshots of this video. */
function Stored({ row: { canonicalUrl, canonicalKey }, onChoose }: StoredProps) {
  const { time } = useFormats();
  const q = canonicalUrl ?? '';
  const { data } = useOperation(
    'screenshots.list',
    { q, status: 'uploaded', limit: OFFERED_MAX },
    { enabled: q !== '' && q.length <= SEARCH_MAX },
  );
  const offered = data?.items.filter((stored) => stored.canonicalKey === canonicalKey) ?? [];
  if (offered.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Screenshots of this video">
      {offered.map((stored) => (
        <li key={stored.screenshotId}>
          <button
            type="button"
            onClick={() => onChoose(stored)}
            className="flex items-center gap-2 rounded-md border border-line-strong p-1.5 text-left text-[13px] hover:bg-sunken"
          >
            <Thumbnail screenshotId={stored.screenshotId} alt="" className={THUMBNAIL} />
            Use screenshot from {time(stored.capturedAt ?? stored.createdAt)}
          </button>
        </li>
      ))}
    </ul>
  );
}
