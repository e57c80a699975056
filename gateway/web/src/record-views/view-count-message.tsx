import { Check, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsConnected } from '../api/connection.js';
import { useFormats, useToday } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { CountMessage } from '../views/count-field.js';
import type { RowState } from './row-state.js';

interface ViewCountMessageProps {
  readonly id: string;
  readonly state: RowState;
  readonly onUndo: () => void;
  readonly className: string;
}

/** The parsed value of the field, or the outcome. It has one line. */
export function ViewCountMessage({ id, state, onUndo, className }: ViewCountMessageProps) {
  const { text, status, message, log } = state;
  if (status === 'recorded' && log) {
    return (
      <p className={classNames('flex min-w-0 items-center gap-2 text-[13px]', className)}>
        <Check size={14} aria-hidden className="shrink-0 text-good" />
        <span className="truncate">
          <span className="sr-only">Recorded: </span>
          <Recorded value={log.value} checkedAt={log.checkedAt} />
        </span>
        {state.isLast && (
          <button
            type="button"
            tabIndex={-1}
            onClick={onUndo}
            className="inline-flex shrink-0 items-center gap-1 rounded px-1 text-soft hover:bg-sunken"
          >
            <Undo2 size={13} aria-hidden /> Undo <span className="pointer-coarse:hidden">(Ctrl Z)</span>
          </button>
        )}
      </p>
    );
  }
  if (status === 'sending' || status === 'waiting') {
    return (
      <p className={classNames('text-[13px] text-soft', className)}>{status === 'waiting' ? WAITING : <Sending />}</p>
    );
  }
  return (
    <CountMessage
      id={id}
      className={classNames(className, 'max-sm:line-clamp-3')}
      text={status === 'open' ? text : ''}
      message={message}
      tone={status === 'refused' ? 'bad' : status === 'doubtful' ? 'warn' : 'soft'}
    />
  );
}

const WAITING = 'Waiting for connection';

function Sending() {
  return useIsConnected() ? 'Saving…' : WAITING;
}

/** "12,300 · just now", and later the minutes since, the time, or the day. */
function Recorded({ value, checkedAt }: { readonly value: number; readonly checkedAt: string }) {
  const { count, dayOf, shortDay, minutesAgo, clock } = useFormats();
  const today = useToday();
  const minutes = useMinutesSince(checkedAt);
  const day = dayOf(checkedAt);
  const when = (): string => {
    if (day !== today) return shortDay(day, today);
    if (minutes < 1) return 'just now';
    return minutes < HOUR_MINUTES ? minutesAgo(minutes) : clock(checkedAt);
  };
  return `${count(value)} · ${when()}`;
}

const HOUR_MINUTES = 60;
const LOOK_MS = 20_000;

function useMinutesSince(instant: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const looking = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(looking);
  }, []);
  return Math.floor((now - Date.parse(instant)) / 60_000);
}
