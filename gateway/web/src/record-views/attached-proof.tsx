import type { ReactNode } from 'react';

interface AttachedProofProps {
  /** What was counted. */
  readonly name: string;
  readonly onRemove: () => void;
  /** The thumbnail. */
  readonly children: ReactNode;
}

/** The screenshot of a row, which can be removed. */
export function AttachedProof({ name, onRemove, children }: AttachedProofProps) {
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
      {children}
    </>
  );
}
