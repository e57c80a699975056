import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useToday } from '../../shell/account.js';
import { classNames } from '../class-names.js';
import { nearDays, parseDate } from '../parsing/read-date.js';
import { FIELD_CLASS, FieldFrame } from './field.js';
import { useOwnValidation } from './own-validation.js';

const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.js')).DateCalendar }));

interface DateFieldProps {
  readonly label: string;
  /** For a field that its form reads on submit: a hidden field of this name has the date as `YYYY-MM-DD`. */
  readonly name?: string;
  /** The initial value, `YYYY-MM-DD`, or empty; a new one from outside replaces the text. */
  readonly value?: string;
  /** Empty when the field is cleared. */
  readonly onChange?: (date: string) => void;
  /** Whether the text is a valid date, or empty. While it is not, the last date stays the value. */
  readonly onReadable?: (isReadable: boolean) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly hint?: ReactNode;
  /** In place of the hint when the date is after today. */
  readonly futureHint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
  /** Its label is beside it. */
  readonly isInline?: boolean;
  /** What an empty field means. */
  readonly placeholder?: string;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * A date in the user's regional format. It also accepts `2026-11-24`, names of months, "tomorrow" and "+3", and shows the parsed date on blur; a
 * button opens a calendar. An invalid date shows an error and blocks its form.
 */
export function DateField({ label, name, hint, futureHint, error, className, onReadable, ...others }: DateFieldProps) {
  const { isInline, placeholder, onKeyDown, ...rest } = others;
  const { min, max, required, disabled, autoFocus } = rest;
  const { text, iso, understood, isFuture, problem, type, settle, choose, digits, isLeft, leave } = useDateText(rest);
  const own = useOwnValidation<HTMLInputElement>({ onInvalid: leave, onInput: undefined });
  const wrong = (isLeft ? problem : undefined) ?? own.problem ?? error;
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => onReadable?.(problem === undefined));
  const trigger = {
    className:
      'absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-md text-soft hover:text-ink pointer-coarse:w-11',
    label: 'Open calendar',
    disabled,
  };
  const button = (
    <button
      type="button"
      aria-label={trigger.label}
      className={trigger.className}
      disabled={disabled}
      onClick={() => setOpen(true)}
    >
      <CalendarDays size={15} aria-hidden />
    </button>
  );
  return (
    <FieldFrame
      label={label}
      hint={(isFuture && futureHint) || hint}
      isInline={isInline}
      {...(wrong && { error: wrong })}
      {...(className && { className })}
    >
      {(parts) => (
        <span className={classNames('relative block', isInline && 'w-36 pointer-coarse:w-40')}>
          <input
            {...parts}
            {...own.listeners}
            ref={(input) => {
              field.current = input;
              input?.setCustomValidity(problem ?? '');
            }}
            className={classNames(FIELD_CLASS, 'pr-8 pointer-coarse:pr-11')}
            autoComplete="off"
            spellCheck={false}
            {...{ required, disabled, autoFocus, placeholder }}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') settle();
              if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
              onKeyDown?.(event);
            }}
          />
          {name !== undefined && <input ref={digits} type="hidden" name={name} disabled={disabled} value={iso(text)} />}
          {isOpen ? (
            <Suspense fallback={button}>
              <DateCalendar
                label={label}
                date={understood}
                {...{ min, max }}
                triggerClass={trigger.className}
                onPick={(date) => {
                  choose(date);
                  own.forget();
                }}
                onClose={() => {
                  setOpen(false);
                  field.current?.focus();
                }}
              />
            </Suspense>
          ) : (
            button
          )}
        </span>
      )}
    </FieldFrame>
  );
}

/** The text of the field, and its date. */
function useDateText({ value = '', onChange, min, max }: Pick<DateFieldProps, 'value' | 'onChange' | 'min' | 'max'>) {
  const formats = useFormats();
  const today = useToday();
  const near = useMemo(() => nearDays(formats), [formats]);
  // A file may contain an invalid date.
  const shown = (date: string): string => (/^\d{4}-\d\d-\d\d$/.test(date) ? formats.digitDay(date) : date);
  const [text, setText] = useState(() => shown(value));
  const [lastValue, setLastValue] = useState(value);
  const [isLeft, setLeft] = useState(false);
  const digits = useRef<HTMLInputElement>(null);

  const read = (typed: string) => parseDate(typed, { today, form: formats.dateForm(), near, min, max });
  const iso = (typed: string): string => read(typed)?.date ?? typed.trim();
  if (lastValue !== value) {
    setLastValue(value);
    if (iso(text) !== value) setText(shown(value));
  }
  const understood = read(text)?.date;
  const problem = text.trim() === '' ? undefined : problemOf(understood, { min, max }, formats, today);
  const take = (typed: string, date: string): void => {
    setText(typed);
    // A form that stores typed values reads it within this event.
    if (digits.current) digits.current.value = date;
  };
  return {
    text,
    iso,
    understood,
    isFuture: understood !== undefined && understood > today,
    problem,
    digits,
    isLeft,
    leave: () => setLeft(true),
    type: (typed: string): void => {
      take(typed, iso(typed));
      setLeft(false);
      const parsed = read(typed);
      // Incomplete text may continue: "11/2" before "11/24".
      if (typed.trim() === '') onChange?.('');
      else if (parsed?.isWhole && !problemOf(parsed.date, { min, max }, formats, today)) onChange?.(parsed.date);
    },
    settle: (): void => {
      setLeft(true);
      if (understood === undefined) return;
      setText(shown(understood));
      if (problem === undefined && understood !== value) onChange?.(understood);
    },
    choose: (date: string): void => {
      take(shown(date), date);
      setLeft(true);
      onChange?.(date);
    },
  };
}

function problemOf(
  date: string | undefined,
  { min, max }: Pick<DateFieldProps, 'min' | 'max'>,
  { digitDay, day }: ReturnType<typeof useFormats>,
  today: string,
): string | undefined {
  if (date === undefined) return `Enter a date, like ${digitDay(today)}.`;
  if (min !== undefined && date < min) return `This must be ${day(min)} or later.`;
  if (max !== undefined && date > max) return `This must be ${day(max)} or earlier.`;
  return undefined;
}
