import type { ClipboardEventHandler, KeyboardEventHandler, Ref } from 'react';
import { useFormats } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { FIELD_CLASS } from '../ui/field.js';
import { readCount } from './read-count.js';

interface CountFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isRefused: boolean;
  /** Id of what stands below the field. */
  readonly messageId: string | undefined;
  readonly className?: string;
  readonly autoFocus?: boolean;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onPaste?: ClipboardEventHandler;
}

/** Takes a count of views as `readCount` reads it. */
export function CountField({ label, text, onText, isRefused, messageId, className, ...rest }: CountFieldProps) {
  return (
    <input
      className={classNames(FIELD_CLASS, 'text-right tabular-nums', className)}
      aria-label={label}
      aria-describedby={messageId}
      aria-invalid={isRefused ? true : undefined}
      inputMode="text"
      autoComplete="off"
      enterKeyHint="next"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}

const TONES = { soft: 'text-soft', warn: 'text-warn', bad: 'text-bad' } as const;

interface CountMessageProps {
  readonly id: string;
  /** What the field holds and is not taken yet: what it means shows before it counts. */
  readonly text: string;
  /** What is said in place of that. */
  readonly message: string | undefined;
  readonly tone: keyof typeof TONES;
  readonly className?: string;
}

/** What the field means before it counts, or what is wrong with it. */
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
