import { Lock } from 'lucide-react';

/** In place of a value that the owner keeps. */
export function Locked() {
  return (
    <span className="inline-flex items-center gap-1 text-soft" title="Only the owner sees this">
      <Lock size={13} aria-hidden />
      Hidden
    </span>
  );
}
