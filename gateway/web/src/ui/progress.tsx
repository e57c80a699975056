import { classNames } from './class-names.js';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** As wide as its place, and higher. */
  readonly isWide?: boolean;
}

/** A progress bar; values beyond its end fill it. */
export function Progress({ label, value, max, isWide = false }: ProgressProps) {
  const share = Math.min(1, value / max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={classNames('mt-1 overflow-hidden rounded-full bg-line', isWide ? 'h-2.5' : 'h-1.5 max-w-64')}
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
