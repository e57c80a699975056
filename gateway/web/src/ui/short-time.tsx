import { useFormats, useToday } from '../shell/account.js';

/** When something was, to the minute and in few words; all of it is in its title. */
export function ShortTime({ at }: { readonly at: string }) {
  const { shortTime, time } = useFormats();
  const today = useToday();
  return (
    <time dateTime={at} title={time(at)} className="whitespace-nowrap">
      {shortTime(at, today)}
    </time>
  );
}
