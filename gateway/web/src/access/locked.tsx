import { Lock } from 'lucide-react';

/** Replaces a value that the owner hides. */
export function Locked() {
  return (
    <span className="inline-flex items-center gap-1 text-soft" title="Only the owner sees this">
      <Lock size={13} aria-hidden />
      Hidden
    </span>
  );
}
