import { useToday } from '../../shell/account.js';
import { DateField } from './date-field.js';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The first and last day of a filter, up to today; each may be open. */
export function DayRange({ from, to, onChange }: Days & { readonly onChange: (days: Days) => void }) {
  const today = useToday();
  return (
    <>
      <DateField
        isInline
        label="From"
        max={today}
        value={from ?? ''}
        onChange={(date) => onChange({ from: date || undefined })}
      />
      <DateField
        isInline
        label="to"
        max={today}
        value={to ?? ''}
        onChange={(date) => onChange({ to: date || undefined })}
      />
    </>
  );
}
