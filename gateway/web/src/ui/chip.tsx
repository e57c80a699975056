import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

const TONES = {
  plain: 'bg-chip text-soft',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

export type Tone = keyof typeof TONES;

/** A label of a record, such as its status. */
export function Chip({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames('inline-block max-w-full truncate rounded px-1.5 align-bottom text-[13px]', TONES[tone])}
    >
      {children}
    </span>
  );
}

/** A filter that is on or off. */
export function ToggleChip({
  isOn,
  onToggle,
  disabled = false,
  children,
}: {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={disabled}
      onClick={onToggle}
      className={classNames(
        'inline-flex min-h-(--control) items-center rounded-full border px-2.5 disabled:opacity-60',
        isOn
          ? 'border-accent bg-accent-soft text-accent-strong'
          : 'border-line-strong bg-surface text-soft hover:bg-sunken',
      )}
    >
      {children}
    </button>
  );
}
