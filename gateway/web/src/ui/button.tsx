import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.js';

const KINDS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-bad text-bad bg-surface hover:bg-bad-soft',
} as const;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: keyof typeof KINDS;
}

/** Button styles, for links that act like one. */
export function buttonClass(kind: keyof typeof KINDS = 'plain', className?: string): string {
  return classNames(
    'inline-flex min-h-(--control) items-center justify-center gap-1.5 rounded-md px-3 py-1 font-medium whitespace-nowrap disabled:opacity-60 disabled:cursor-default',
    KINDS[kind],
    className,
  );
}

export function Button({ kind = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(kind, className)} {...rest} />;
}
