import { useFormats, useToday } from '../shell/account.js';

/** A time to the minute, in few words; the full one is in its title. */
export function ShortTime({ at }: { readonly at: string }) {
  const { shortTime, time } = useFormats();
  const today = useToday();
  return (
    <time dateTime={at} title={time(at)} className="whitespace-nowrap">
      {shortTime(at, today)}
    </time>
  );
}
