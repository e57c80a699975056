import { useFilter } from '../address/use-filter.js';
import { useFormats } from '../shell/account.js';
import { RemovableChip } from '../ui/removable-chip.js';

/** The days, currency and brand from the link that opened the list; each can be removed. */
export function LinkFilterChips() {
  const [filter, setFilter] = useFilter('/payments');
  const { day } = useFormats();
  const { dueFrom, dueTo, paidFrom, paidTo, currency, brand } = filter;
  const due = daysInWords('Due', dueFrom, dueTo, day);
  const paid = daysInWords('Paid', paidFrom, paidTo, day);
  return (
    <>
      {due !== undefined && (
        <RemovableChip onRemove={() => setFilter({ dueFrom: undefined, dueTo: undefined })}>{due}</RemovableChip>
      )}
      {paid !== undefined && (
        <RemovableChip onRemove={() => setFilter({ paidFrom: undefined, paidTo: undefined })}>{paid}</RemovableChip>
      )}
      {currency !== undefined && (
        <RemovableChip onRemove={() => setFilter({ currency: undefined })}>{currency}</RemovableChip>
      )}
      {brand !== undefined && <RemovableChip onRemove={() => setFilter({ brand: undefined })}>{brand}</RemovableChip>}
    </>
  );
}

/** "Due Jan 19 to Jan 25, 2026"; undefined without any day. */
function daysInWords(
  what: string,
  from: string | undefined,
  to: string | undefined,
  day: (each: string) => string,
): string | undefined {
  if (from !== undefined && to !== undefined) {
    return from === to ? `${what} ${day(from)}` : `${what} ${day(from)} to ${day(to)}`;
  }
  if (from !== undefined) return `${what} from ${day(from)}`;
  return to === undefined ? undefined : `${what} until ${day(to)}`;
}
