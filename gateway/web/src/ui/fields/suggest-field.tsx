import { type KeyboardEvent, useId, useState } from 'react';
import { ChoiceList, hasName, type ListedChoice } from './choice-list.js';
import { TextField } from './field.js';

export interface SuggestFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Previously used texts. */
  readonly suggestions: readonly string[];
}

const SHOWN = 8;

/** A text field with suggestions from earlier use: the arrow keys move among them, and any typed text counts. */
export function SuggestField({ text, onText, suggestions, ...field }: SuggestFieldProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  // By its id: the list may change between the arrow key and Enter.
  const [marked, setMarked] = useState<string>();
  const typed = text.trim();
  const found = suggestions.filter((each) => each.toLowerCase().includes(typed.toLowerCase())).slice(0, SHOWN);
  const known: readonly ListedChoice[] = found.map((name) => ({ id: name, name }));
  const choices = typed === '' || hasName(known, typed) ? known : [...known, { id: '', name: typed, isNew: true }];
  const current = choices.findIndex(({ id }) => id === marked);

  const close = (): void => {
    setOpen(false);
    setMarked(undefined);
  };
  const takeAt = (place: number): void => {
    onText(choices[place]?.name ?? text);
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setMarked(choices[Math.max(-1, Math.min(choices.length - 1, current + step))]?.id);
      else setOpen(true);
    } else if (event.key === 'Enter' && isOpen && current >= 0) {
      event.preventDefault();
      takeAt(current);
    } else if (event.key === 'Escape' && isOpen && choices.length > 0) {
      // Closes only the list, not the dialog around the field.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className="relative">
      <TextField
        {...field}
        isPicker={suggestions.length > 0}
        role="combobox"
        aria-expanded={isOpen && choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onText(value);
          setOpen(true);
          setMarked(undefined);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKey}
        onBlur={close}
      />
      <ChoiceList
        id={listId}
        label={field.label}
        isOpen={isOpen}
        choices={choices}
        current={current}
        onPoint={(place) => setMarked(choices[place]?.id)}
        onTake={takeAt}
      />
    </div>
  );
}
