import { useFormats, useToday } from '../shell/account.js';
import { Chip } from '../ui/chip.js';

/** When the next check is due; one that is due already stands out. */
export function NextDate({ date }: { readonly date: string }) {
  const { shortDay } = useFormats();
  const today = useToday();
  if (date > today) return shortDay(date, today);
  return <Chip tone="warn">{date === today ? 'Due' : shortDay(date, today)}</Chip>;
}
