import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface RemovableChipProps {
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A filter from the link that opened the list, which can only be removed. */
export function RemovableChip({ onRemove, children }: RemovableChipProps) {
  return (
    <button
      type="button"
      title="Remove filter"
      onClick={onRemove}
      className="inline-flex min-h-(--control) max-w-full items-center gap-1 rounded-full border border-accent bg-accent-soft px-2.5 text-accent-strong"
    >
      <span className="sr-only">Remove filter:</span>
      <bdi className="truncate">{children}</bdi>
      <X size={14} aria-hidden className="shrink-0" />
    </button>
  );
}
