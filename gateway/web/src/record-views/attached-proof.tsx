import { downloadUrl } from '../api/call.js';
import { Thumbnail } from '../screenshots/thumbnail.js';

interface AttachedProofProps {
  readonly screenshotId: string;
  /** What was counted. */
  readonly name: string;
  readonly onRemove: () => void;
}

/** The thumbnail of a row's screenshot; it opens the original, and can be removed. */
export function AttachedProof({ screenshotId, name, onRemove }: AttachedProofProps) {
  return (
    <>
      <button
        type="button"
        aria-label={`Remove screenshot for ${name}`}
        onClick={onRemove}
        className="rounded px-1 hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:px-3"
      >
        Remove
      </button>
      <a
        href={downloadUrl('screenshots.image', { screenshotId })}
        target="_blank"
        rel="noreferrer"
        className="block shrink-0 rounded"
      >
        <Thumbnail
          screenshotId={screenshotId}
          alt={`Screenshot for ${name}`}
          className="h-5 w-8 object-cover pointer-coarse:h-11 pointer-coarse:w-18"
        />
      </a>
    </>
  );
}
