import type { InputHTMLAttributes, ReactNode } from 'react';
import { ChoiceField, TextArea, TextField } from './field.js';
import type { ControlProps, Field } from './fields-of.js';
import { listOf, textOf } from './form-text.js';

interface Options {
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
  /** Takes a whole line of a form of two columns. */
  readonly isWide?: boolean;
  readonly className?: string;
  /** Must be filled in although the operation does without. */
  readonly required?: true;
}

type Attributes = 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'min' | 'max' | 'pattern' | 'step' | 'onChange';

type InputOptions = Options & Pick<InputHTMLAttributes<HTMLInputElement>, Attributes>;

/** One line of text; null where nothing is typed and the operation takes that. */
export function text(label: string, options: InputOptions = {}): Field<string | null> {
  return {
    label,
    blank: null,
    read: readText,
    control: (props) => <Line {...props} shown={props.value ?? ''} options={options} />,
  };
}

/** A day of the calendar. */
export function day(label: string, options: Omit<InputOptions, 'type'> = {}): Field<string | null> {
  return text(label, { ...options, type: 'date' });
}

/** A currency by its code. */
export function currency(label = 'Currency', options: InputOptions = {}): Field<string | null> {
  return text(label, { maxLength: 3, ...options });
}

export function number(label: string, options: InputOptions = {}): Field<number | null> {
  return {
    label,
    blank: null,
    read: (form, name, kept, bounds) => {
      const typed = readText(form, name, kept === null ? null : String(kept), bounds);
      return typed === null || typed === '' ? null : Number(typed);
    },
    control: (props) => <Line {...props} shown={props.value ?? ''} options={{ type: 'number', ...options }} />,
  };
}

/** Texts between commas. */
export function list(label: string, options: InputOptions = {}): Field<string[]> {
  return {
    label,
    blank: [],
    read: (form, name, kept) => (form.has(name) ? listOf(textOf(form, name)) : kept),
    control: (props) => (
      <Line {...props} shown={props.value.join(', ')} options={{ hint: 'Separate with commas.', ...options }} />
    ),
  };
}

/** Numbers between commas. */
export function numbers(label: string, options: InputOptions = {}): Field<number[]> {
  return {
    label,
    blank: [],
    read: (form, name, kept) => (form.has(name) ? listOf(textOf(form, name)).map(Number) : kept),
    show: (value) => value.join(', '),
    control: (props) => (
      <Line {...props} shown={props.value.join(', ')} options={{ pattern: '[0-9, ]+', ...options }} />
    ),
  };
}

/** Text of several lines. */
export function area(label: string, options: Options & { readonly rows: number }): Field<string | null> {
  const { hint, autoFocus, rows } = options;
  return {
    label,
    blank: null,
    read: readText,
    control: ({ value, bounds: { required, maxLength }, ...props }) => (
      <TextArea
        {...frameOf(props, { isWide: true, ...options })}
        name={props.name}
        rows={rows}
        required={required}
        maxLength={maxLength}
        autoFocus={autoFocus}
        hint={hint}
        defaultValue={value ?? ''}
        disabled={props.isDisabled}
      />
    ),
  };
}

interface ChoiceOptions<Value> extends Options {
  readonly blank: Value;
  readonly onChoose?: (value: string) => void;
}

/** One of a few values, by their names; the empty one is null. */
export function choice<Each extends string>(
  label: string,
  names: Readonly<Record<Each, string>>,
  { blank, hint, autoFocus = false, onChoose, ...options }: ChoiceOptions<NoInfer<Each> | null>,
): Field<Each | null> {
  const choices = Object.entries<string>(names);
  return {
    label,
    blank,
    read: (form, name, kept) => (form.has(name) ? ((textOf(form, name) || null) as Each | null) : kept),
    show: (value) => choices.find(([each]) => each === (value ?? ''))?.[1] ?? value ?? '',
    control: ({ value, ...props }) => (
      <ChoiceField
        {...frameOf(props, options)}
        name={props.name}
        choices={choices}
        autoFocus={autoFocus}
        hint={hint}
        defaultValue={value ?? ''}
        disabled={props.isDisabled}
        {...(onChoose && { onChange: onChoose })}
      />
    ),
  };
}

function readText(form: FormData, name: string, kept: string | null, bounds: { readonly required?: true }) {
  if (!form.has(name)) return kept;
  const typed = textOf(form, name);
  return bounds.required ? typed : typed.trim() || null;
}

type Frame = Pick<ControlProps<unknown>, 'label' | 'error'>;

function frameOf({ label, error }: Frame, { isWide, className }: Options) {
  const classes = [isWide && 'sm:col-span-2', className].filter(Boolean).join(' ');
  return { label, error, ...(classes && { className: classes }) };
}

interface LineProps extends Omit<ControlProps<unknown>, 'value' | 'change'> {
  readonly shown: string | number;
  readonly options: InputOptions;
}

function Line({ name, bounds, shown, isDisabled, options, ...frame }: LineProps) {
  const { isWide: _isWide, className: _className, ...given } = options;
  const { required, minLength, maxLength, minimum, maximum, step } = bounds;
  return (
    <TextField
      autoComplete="off"
      {...{ required, minLength, maxLength, min: minimum, max: maximum, step }}
      {...given}
      {...frameOf(frame, options)}
      name={name}
      defaultValue={shown}
      disabled={isDisabled}
    />
  );
}
