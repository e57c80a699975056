import type { ClipboardEventHandler, KeyboardEventHandler, Ref } from 'react';
import { useFormats } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { FIELD_CLASS } from '../ui/fields/field.js';
import { readCount } from './read-count.js';

interface CountFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isRefused: boolean;
  /** Id of the element below the field. */
  readonly messageId: string | undefined;
  readonly className?: string;
  readonly autoFocus?: boolean;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onBlur?: () => void;
  readonly onPaste?: ClipboardEventHandler;
}

/** Letters that a number pad lacks. */
const FACTORS = [
  ['k', 'Thousand'],
  ['m', 'Million'],
] as const;
const BARE_NUMBER = /^\s*\d[\d.,\s]*$/;

/** A view count, parsed by `readCount`. On touch screens, buttons add the `k` or `m` that the number pad lacks. */
export function CountField({ label, text, onText, isRefused, messageId, className, ...rest }: CountFieldProps) {
  return (
    <div className={classNames('group relative', className)}>
      <input
        className={classNames(FIELD_CLASS, 'text-right tabular-nums')}
        aria-label={label}
        aria-describedby={messageId}
        aria-invalid={isRefused ? true : undefined}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        {...rest}
      />
      {BARE_NUMBER.test(text) && (
        <div className="absolute inset-y-0 left-1 hidden items-center gap-1 pointer-coarse:group-focus-within:flex">
          {FACTORS.map(([letter, name]) => (
            <button
              key={letter}
              type="button"
              tabIndex={-1}
              aria-label={name}
              // The field keeps the focus, and with it the number pad.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onText(`${text.trim()}${letter}`)}
              className="min-h-8 min-w-8 rounded bg-sunken font-medium text-soft"
            >
              {letter}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const TONES = { soft: 'text-soft', warn: 'text-warn', bad: 'text-bad' } as const;

interface CountMessageProps {
  readonly id: string;
  /** The unconfirmed text of the field, whose value shows before it counts. */
  readonly text: string;
  /** Replaces that message. */
  readonly message: string | undefined;
  readonly tone: keyof typeof TONES;
  readonly className?: string;
}

/** The parsed value of the field, or its error. */
export function CountMessage({ id, text, message, tone, className }: CountMessageProps) {
  const { count } = useFormats();
  const read = text.trim() === '' || /^\d+$/.test(text) ? undefined : readCount(text);
  const preview = read && 'value' in read ? `= ${count(read.value)}` : undefined;
  if (message === undefined && preview === undefined) return null;
  return (
    <p
      id={id}
      role={message === undefined ? undefined : 'alert'}
      title={message}
      className={classNames('text-[13px]', TONES[tone], className)}
    >
      {message ?? preview}
    </p>
  );
}
