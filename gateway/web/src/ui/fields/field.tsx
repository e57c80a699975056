import { ChevronDown } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from '../class-names.js';
import { useOwnValidation } from './own-validation.js';

export const FIELD_CLASS =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 py-1 text-ink placeholder:text-soft min-h-(--control) aria-invalid:border-bad';

interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly className?: string;
  /** The label is beside the control, and the error in a separate line below. */
  readonly isInline?: boolean | undefined;
}

interface FrameParts {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A control with its label, its hint, and its error. */
export function FieldFrame({
  label,
  hint,
  error,
  className,
  isInline = false,
  children,
}: FieldFrameProps & { readonly children: (parts: FrameParts) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div
      className={classNames('flex', isInline ? 'flex-wrap items-center gap-x-2 gap-y-1' : 'flex-col gap-1', className)}
    >
      <label htmlFor={id} className={isInline ? 'text-soft' : 'font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p
          id={noteId}
          className={classNames(error === undefined ? 'text-soft' : 'text-bad', isInline && 'basis-full')}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  /** Whether it opens a list of choices. */
  readonly isPicker?: boolean;
  /** A short button inside, at the end. */
  readonly atEnd?: ReactNode;
  /** What to enter, for a value that its pattern refuses. */
  readonly mismatch?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, className, isPicker, atEnd, mismatch, ...input }: TextFieldProps) {
  const { onInvalid, onInput, ...rest } = input;
  const own = useOwnValidation<HTMLInputElement>({ onInvalid, onInput, mismatch });
  const wrong = own.problem ?? error;
  return (
    <FieldFrame label={label} hint={hint} {...(wrong && { error: wrong })} {...(className && { className })}>
      {(parts) => {
        const control = { ...parts, ...rest, ...own.listeners };
        if (!isPicker && atEnd === undefined) return <input className={FIELD_CLASS} {...control} />;
        return (
          <span className="relative">
            <input className={`${FIELD_CLASS} ${isPicker ? 'pr-8' : 'pr-14'}`} {...control} />
            {isPicker ? (
              <ChevronDown
                size={15}
                aria-hidden
                className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-soft"
              />
            ) : (
              atEnd
            )}
          </span>
        );
      }}
    </FieldFrame>
  );
}

export interface TextAreaProps extends FieldFrameProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, error, className, onInvalid, onInput, ...rest }: TextAreaProps) {
  const own = useOwnValidation<HTMLTextAreaElement>({ onInvalid, onInput });
  const wrong = own.problem ?? error;
  return (
    <FieldFrame label={label} hint={hint} {...(wrong && { error: wrong })} {...(className && { className })}>
      {(parts) => <textarea className={FIELD_CLASS} {...parts} {...rest} {...own.listeners} />}
    </FieldFrame>
  );
}

export interface ChoiceFieldProps extends FieldFrameProps {
  /** For a field that its form reads on submit, instead of `value` and `onChange`. */
  readonly name?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** One of a few values. */
export function ChoiceField({ label, hint, error, className, onChange, choices, ...rest }: ChoiceFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} {...(error && { error })} {...(className && { className })}>
      {(parts) => (
        <select
          className={FIELD_CLASS}
          {...(onChange && { onChange: (event) => onChange(event.currentTarget.value) })}
          {...parts}
          {...rest}
        >
          {choices.map(([choice, name]) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
