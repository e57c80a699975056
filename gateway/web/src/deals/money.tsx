import { Lock } from 'lucide-react';
import { useFormats } from '../shell/account.js';

interface MoneyProps {
  readonly amount: number | null;
  readonly currency: string;
  /** There may be an amount, which its owner hides. */
  readonly isRedacted?: boolean;
}

/** An amount in its currency; a lock when it is hidden from this user. */
export function Money({ amount, currency, isRedacted = false }: MoneyProps) {
  const { money } = useFormats();
  if (isRedacted) {
    return (
      <span title="Hidden from you" className="inline-flex items-center text-soft">
        <Lock size={13} aria-hidden />
        <span className="sr-only">Hidden from you</span>
      </span>
    );
  }
  return <span className="tabular-nums">{amount === null ? '–' : money(amount, currency)}</span>;
}
