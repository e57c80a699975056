import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '../class-names.js';
import { ChoiceList, hasName, type ListedChoice } from './choice-list.js';
import { TextField } from './field.js';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface ChosenProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice | null) => void;
}

interface SearchChoiceProps extends ChosenProps {
  /** The typed text; undefined without a search. */
  readonly text: string | undefined;
  readonly onText: (text: string | undefined) => void;
  /** The matches; undefined while loading. */
  readonly found: readonly Choice[] | undefined;
  /** Whether the results are for the current text, and not for an earlier one. */
  readonly isCurrent: boolean;
  /** Creates one with the typed name, if possible here. */
  readonly onCreate?: ((name: string) => void) | undefined;
}

/**
 * One of many, found by name: the arrow keys move, Enter selects, an empty field selects none. If possible here, the last choice creates one with the
 * typed name.
 */
export function SearchChoice({ chosen, onChoose, text, onText, className, ...rest }: SearchChoiceProps) {
  const { found, isCurrent, onCreate, ...field } = rest;
  const listId = useId();
  const [index, setIndex] = useState(0);
  const isOpen = text !== undefined;
  const typed = (text ?? '').trim();
  const isNew = onCreate !== undefined && typed !== '' && found !== undefined && isCurrent && !hasName(found, typed);
  const choices: readonly ListedChoice[] = [...(found ?? []), ...(isNew ? [{ id: '', name: typed, isNew }] : [])];
  const current = Math.min(index, choices.length - 1);

  const take = (choice: Choice | null): void => {
    onChoose(choice);
    onText(undefined);
    setIndex(0);
  };
  const open = (): void => {
    // Enter keeps what is chosen, until the arrow keys move.
    setIndex(chosen === null ? 0 : -1);
    onText('');
  };
  const takeAt = (place: number): void => {
    const choice = choices[place];
    if (!choice) return;
    if (!choice.isNew) return take({ id: choice.id, name: choice.name });
    onText(undefined);
    setIndex(0);
    onCreate?.(choice.name);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setIndex(Math.max(0, Math.min(choices.length - 1, current + step)));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (index < 0) onText(undefined);
      else if (isCurrent) takeAt(current);
    } else if (event.key === 'Escape' && isOpen) {
      // Closes only the list, not the dialog around the field.
      event.preventDefault();
      event.stopPropagation();
      onText(undefined);
    }
  };
  return (
    <div className={classNames('relative', className)}>
      <TextField
        {...field}
        isPicker
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        maxLength={200}
        placeholder="Search by name"
        value={text || (chosen?.name ?? '')}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') take(null);
          else onText(value);
          setIndex(0);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !isOpen && open()}
        onKeyDown={onKey}
        onBlur={() => onText(undefined)}
      />
      <ChoiceList
        id={listId}
        label={field.label}
        isOpen={isOpen && found !== undefined}
        choices={choices}
        current={current}
        onPoint={setIndex}
        onTake={takeAt}
        empty="No results"
      />
    </div>
  );
}
