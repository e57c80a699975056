import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

const TONES = {
  bad: 'border-bad bg-bad-soft text-ink',
  warn: 'border-warn bg-warn-soft text-ink',
  good: 'border-good bg-good-soft text-ink',
  plain: 'border-line-strong bg-sunken text-ink',
} as const;

/** A status line; screen readers announce a bad one at once. */
export function Notice({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly children: ReactNode;
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('rounded-md border-l-4 px-3 py-2', TONES[tone])}
    >
      {children}
    </div>
  );
}
