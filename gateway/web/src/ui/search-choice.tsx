import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from './class-names.js';
import { TextField } from './field.js';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface SearchChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice | null) => void;
  /** What is typed; undefined while nothing is looked for. */
  readonly text: string | undefined;
  readonly onText: (text: string | undefined) => void;
  /** What matches the text; undefined until that is known. */
  readonly found: readonly Choice[] | undefined;
  /** What was found is for what is typed, and not for the beginning of it. */
  readonly isCurrent: boolean;
}

/** One of many, found by its name: the arrow keys choose among what was found, Enter takes it, an empty field takes none. */
export function SearchChoice({ chosen, onChoose, text, onText, className, ...rest }: SearchChoiceProps) {
  const { found, isCurrent, ...field } = rest;
  const listId = useId();
  const [index, setIndex] = useState(0);
  const isOpen = text !== undefined;
  const current = Math.min(index, (found?.length ?? 0) - 1);

  const take = (choice: Choice | null): void => {
    onChoose(choice);
    onText(undefined);
    setIndex(0);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setIndex(Math.max(0, Math.min((found?.length ?? 1) - 1, current + step)));
      else onText('');
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const choice = found?.[current];
      if (choice && isCurrent) take(choice);
    } else if (event.key === 'Escape' && isOpen) {
      // Closes the list alone, and not what the field stands in.
      event.preventDefault();
      event.stopPropagation();
      onText(undefined);
    }
  };
  return (
    <div className={classNames('relative', className)}>
      <TextField
        {...field}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        maxLength={200}
        placeholder="Search by name"
        value={text ?? chosen?.name ?? ''}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') take(null);
          else onText(value);
          setIndex(0);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !isOpen && chosen === null && onText('')}
        onKeyDown={onKey}
        onBlur={() => onText(undefined)}
      />
      <FoundList
        id={listId}
        label={field.label}
        isOpen={isOpen}
        found={found}
        current={current}
        onPoint={setIndex}
        onTake={take}
      />
    </div>
  );
}

interface FoundListProps {
  readonly id: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly found: readonly Choice[] | undefined;
  readonly current: number;
  readonly onPoint: (place: number) => void;
  readonly onTake: (choice: Choice) => void;
}

/** What was found, below the field. */
function FoundList({ id, label, isOpen, found, current, onPoint, onTake }: FoundListProps) {
  return (
    <div
      hidden={!isOpen || !found}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-48 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-pop"
    >
      <div id={id} role="listbox" aria-label={label} hidden={found?.length === 0}>
        {found?.map((choice, place) => (
          <div
            key={choice.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            onMouseMove={() => onPoint(place)}
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(choice);
            }}
            className={classNames(
              'flex min-h-8 cursor-default items-center rounded px-2.5 py-1 [overflow-wrap:anywhere] pointer-coarse:min-h-11',
              place === current && 'bg-accent-soft',
            )}
          >
            <bdi>{choice.name}</bdi>
          </div>
        ))}
      </div>
      {found?.length === 0 && <p className="px-2.5 py-1 text-soft">No results</p>}
    </div>
  );
}
