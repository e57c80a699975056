import { type KeyboardEventHandler, type ReactNode, useRef, useState } from 'react';
import { useFormats } from '../../shell/account.js';
import { describeNoNumber, parseNumber } from '../parsing/read-number.js';
import { TextField } from './field.js';

interface NumberFieldProps {
  readonly label: string;
  readonly name: string;
  /** The initial value; null for none. */
  readonly value: number | null;
  readonly hasDecimals: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly required?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/**
 * A number as people write it: `100k`, `1.5m` and any usual grouping. On blur it shows the parsed number; an invalid one shows an error, and blocks
 * its form. A hidden field with its name has the number in digits.
 */
export function NumberField({ name, value, hasDecimals, minimum = 0, maximum, error, ...field }: NumberFieldProps) {
  const { count, decimal, decimalMark } = useFormats();
  const show = hasDecimals ? decimal : count;
  const [text, setText] = useState(value === null ? '' : show(value));
  const [isLeft, setLeft] = useState(false);
  const digits = useRef<HTMLInputElement>(null);

  const read = (typed: string): { readonly value?: number; readonly problem?: string } => {
    if (typed.trim() === '') return {};
    const parsed = parseNumber(typed, hasDecimals ? { mark: decimalMark() } : undefined);
    if ('reason' in parsed) return { problem: describeNoNumber(parsed.reason, hasDecimals) };
    if (parsed.value < minimum) return { problem: `This must be at least ${show(minimum)}.` };
    if (maximum !== undefined && parsed.value > maximum) return { problem: `This must be at most ${show(maximum)}.` };
    return parsed;
  };
  const { value: understood, problem } = read(text);
  const inDigits = (typed: string): string => String(read(typed).value ?? typed.trim());
  const leave = (): void => {
    setLeft(true);
    if (understood !== undefined) setText(show(understood));
  };
  return (
    <>
      <TextField
        {...field}
        ref={(input) => input?.setCustomValidity(problem ?? '')}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={(isLeft ? problem : undefined) ?? error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setLeft(false);
          // A form that stores typed values reads it within this event.
          if (digits.current) digits.current.value = inDigits(currentTarget.value);
        }}
        onBlur={leave}
        onInvalid={() => setLeft(true)}
      />
      <input ref={digits} type="hidden" name={name} disabled={field.disabled} value={inDigits(text)} />
    </>
  );
}
