import { useState } from 'react';
import { type Choice, SearchChoice } from './search-choice.js';

export interface PickFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly required?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** The choices, by code. */
  readonly choices: readonly Choice[];
  /** The selected code; one that is not among the choices stays. */
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

/** One of many codes: found by code or name; a fully typed code counts at once. */
export function PickField({ choices, value, onChange, ...field }: PickFieldProps) {
  const [text, setText] = useState<string>();
  const typed = (text ?? '').trim().toLowerCase();
  const found = choices
    .filter(({ id, name }) => id.toLowerCase().startsWith(typed) || name.toLowerCase().includes(typed))
    .toSorted((one, other) => rankOf(one, typed) - rankOf(other, typed));
  const chosen = value === null ? null : (choices.find(({ id }) => id === value) ?? { id: value, name: value });
  return (
    <SearchChoice
      {...optional(field)}
      chosen={chosen}
      onChoose={(choice) => onChange(choice?.id ?? null)}
      text={text}
      onText={(next) => {
        setText(next);
        const code = next?.trim().toLowerCase();
        const exact = choices.find(({ id }) => id.toLowerCase() === code);
        if (exact) onChange(exact.id);
      }}
      found={found}
      isCurrent
    />
  );
}

/** A code that starts with the text comes before names that contain it. */
function rankOf({ id }: Choice, typed: string): number {
  return id.toLowerCase().startsWith(typed) ? 0 : 1;
}

type Frame = Omit<PickFieldProps, 'choices' | 'value' | 'onChange'>;

function optional({ label, hint, error, className, required, autoFocus }: Frame) {
  return {
    label,
    error,
    ...(hint !== undefined && { hint }),
    ...(className !== undefined && { className }),
    ...(required && { required }),
    ...(autoFocus && { autoFocus }),
  };
}
