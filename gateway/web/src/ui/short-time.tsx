import { useFormats, useToday } from '../shell/account.js';

interface ShortTimeProps {
  readonly at: string;
  /** It follows other words. */
  readonly isInSentence?: boolean;
}

/** A time to the minute, in few words; the full one is in its title. */
export function ShortTime({ at, isInSentence = false }: ShortTimeProps) {
  const { shortTime, time } = useFormats();
  const today = useToday();
  return (
    <time dateTime={at} title={time(at)} className="whitespace-nowrap">
      {isInSentence ? shortTime(at, today).replace(/^Today/, 'today') : shortTime(at, today)}
    </time>
  );
}
