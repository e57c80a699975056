import type { ComponentType, InputHTMLAttributes, ReactNode } from 'react';
import { listOf, numbersOf, textOf } from '../parsing/form-text.js';
import { CurrencyField } from './currency-field.js';
import { DateField } from './date-field.js';
import { ChoiceField, TextArea, TextField, type TextFieldProps } from './field.js';
import type { ControlProps, Field } from './fields-of.js';
import { NumberField } from './number-field.js';
import type { PickFieldProps } from './pick-field.js';

interface Options {
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
  /** Takes a whole line of a form of two columns. */
  readonly isWide?: boolean;
  readonly className?: string;
  /** Required although the operation does not require it. */
  readonly required?: true;
}

type Attributes = 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'pattern' | 'onChange';

type InputOptions = Options &
  Pick<InputHTMLAttributes<HTMLInputElement>, Attributes> &
  Pick<TextFieldProps, 'mismatch'>;

/** A single-line text; null when empty, if the operation accepts that. */
export function text(label: string, options: InputOptions = {}): Field<string | null> {
  return {
    label,
    blank: null,
    read: readText,
    control: (props) => <Line {...props} shown={props.value ?? ''} options={options} />,
  };
}

interface DayOptions extends Options {
  readonly futureHint?: string;
  readonly min?: string;
  readonly max?: string;
}

/** A day of the calendar. */
export function day(label: string, options: DayOptions = {}): Field<string | null> {
  const { hint, futureHint, autoFocus, min, max, required } = options;
  return {
    label,
    blank: null,
    read: readText,
    show: (date, { day: formatted }) => (date === null ? '' : formatted(date)),
    control: ({ name, value, bounds, isDisabled, ...frame }) => (
      <DateField
        {...frameOf(frame, options)}
        {...{ name, hint, futureHint, autoFocus, min, max }}
        value={value ?? ''}
        required={required ?? bounds.required}
        disabled={isDisabled}
      />
    ),
  };
}

/** A currency by its code, found by that or its name. */
export function currency(label = 'Currency', options: PickOptions = {}): Field<string | null> {
  return picked(label, CurrencyField, options);
}

interface PickOptions {
  readonly hint?: string;
  readonly onChoose?: (code: string) => void;
}

/** One of many codes, with a control that knows them. */
export function picked(
  label: string,
  Control: ComponentType<Omit<PickFieldProps, 'choices'>>,
  { hint, onChoose }: PickOptions = {},
): Field<string | null> {
  return {
    label,
    blank: null,
    read: (_form, _name, kept) => kept,
    control: ({ value, change, error, bounds }) => (
      <Control
        label={label}
        hint={hint}
        error={error}
        required={bounds.required}
        value={value}
        onChange={(code) => {
          change(code);
          if (code !== null) onChoose?.(code);
        }}
      />
    ),
  };
}

interface NumberOptions extends Options {
  /** Money: at most two decimals; other numbers are integers. */
  readonly isMoney?: true;
}

/** A number as people write it, which its field shows in full. */
export function number(label: string, options: NumberOptions = {}): Field<number | null> {
  const { hint, autoFocus, isMoney = false, required } = options;
  return {
    label,
    blank: null,
    read: (form, name, kept) => {
      if (!form.has(name)) return kept;
      const typed = textOf(form, name);
      return typed === '' ? null : Number(typed);
    },
    show: (value, { count, decimal, money }, { currency: code }) => {
      if (value === null) return '';
      if (!isMoney) return count(value);
      return typeof code === 'string' && code !== '' ? money(value, code) : decimal(value);
    },
    control: ({ name, value, bounds, isDisabled, ...frame }) => (
      <NumberField
        {...frameOf(frame, options)}
        name={name}
        value={value}
        hasDecimals={isMoney}
        minimum={bounds.minimum}
        maximum={bounds.maximum}
        required={required ?? bounds.required}
        autoFocus={autoFocus}
        hint={hint}
        disabled={isDisabled}
      />
    ),
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

const NUMBERS = { pattern: '[0-9, ]+', mismatch: 'Enter numbers between commas, like 1, 7, 30.' } as const;

/** Different numbers between commas, in any order. */
export function numbers(label: string, options: InputOptions = {}): Field<number[]> {
  return {
    label,
    blank: [],
    read: (form, name, kept) => (form.has(name) ? numbersOf(textOf(form, name)) : kept),
    show: (value) => value.join(', '),
    control: (props) => <Line {...props} shown={props.value.join(', ')} options={{ ...NUMBERS, ...options }} />,
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
  const { isWide: _isWide, className: _className, ...attributes } = options;
  const { required, minLength, maxLength, minimum, maximum, step } = bounds;
  return (
    <TextField
      autoComplete="off"
      {...{ required, minLength, maxLength, min: minimum, max: maximum, step }}
      {...attributes}
      {...frameOf(frame, options)}
      name={name}
      defaultValue={shown}
      disabled={isDisabled}
    />
  );
}
