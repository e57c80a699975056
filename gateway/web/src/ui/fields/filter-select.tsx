import { classNames } from '../class-names.js';

interface FilterSelectProps {
  readonly label: string;
  /** The label while nothing is selected: "All deals". */
  readonly all: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, name: string])[];
  /** Maximum width of the select. */
  readonly className?: string;
  readonly onChoose: (value: string | undefined) => void;
}

/** A filter by one of several values, or none; as high as the chips beside it. */
export function FilterSelect({ label, all, value, choices, className, onChoose }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      className={classNames(
        'min-h-(--control) rounded-md border bg-surface px-2',
        value === undefined ? 'border-line-strong text-ink' : 'border-accent text-accent-strong',
        className,
      )}
    >
      <option value="">{all}</option>
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
