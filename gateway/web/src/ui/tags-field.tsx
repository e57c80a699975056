import { X } from 'lucide-react';
import { useId, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { ChoiceList, hasName, type ListedChoice } from './choice-list.js';
import { TextField } from './field.js';
import { listOf } from './form-text.js';

export interface TagsFieldProps {
  readonly label: string;
  /** Each tag is in the form under this name, and so is what is typed and not taken yet. */
  readonly name: string;
  /** Those that it begins with. */
  readonly value: readonly string[];
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  /** Tags that are in use. */
  readonly suggestions: readonly string[];
}

const SHOWN = 8;

/** Tags as chips: those in use are offered, Enter or a comma takes what is typed, and Backspace in an empty field the last one away. */
export function TagsField({ label, name, value, suggestions, isDisabled = false, ...note }: TagsFieldProps) {
  const listId = useId();
  const [tags, setTags] = useState(value);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState(-1);
  const typed = text.trim();
  const known: readonly ListedChoice[] = suggestions
    .filter((each) => !tags.includes(each) && each.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, SHOWN)
    .map((each) => ({ id: each, name: each }));
  const isNew = typed !== '' && !hasName([...known, ...tags.map((tag) => ({ name: tag }))], typed);
  const choices = isNew ? [...known, { id: '', name: typed, isNew }] : known;

  const add = (added: readonly string[]): void => {
    setTags((before) => [...new Set([...before, ...added])]);
    setText('');
    setCurrent(-1);
  };
  const type = (changed: string): void => {
    const comma = changed.lastIndexOf(',');
    if (comma >= 0) add(listOf(changed.slice(0, comma)));
    setText(changed.slice(comma + 1));
    setOpen(true);
    setCurrent(-1);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isListed = isOpen && choices.length > 0;
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setCurrent(Math.max(-1, Math.min(choices.length - 1, current + step)));
      else setOpen(true);
    } else if (event.key === 'Enter' && (typed !== '' || current >= 0) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add([choices[current]?.name ?? typed]);
    } else if (event.key === 'Backspace' && text === '') {
      setTags(tags.slice(0, -1));
    } else if (event.key === 'Escape' && isListed) {
      // Closes only the list, not the dialog around the field.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = listOf(event.clipboardData.getData('text').replaceAll(/[\n\t;]/g, ','));
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <div className="relative min-w-0">
      <TextField
        label={label}
        {...note}
        name={name}
        disabled={isDisabled}
        role="combobox"
        aria-expanded={isOpen && choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder="Add a tag"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onKeyDown={onKey}
        onPaste={onPaste}
        // What is typed stays as it is: a chip more would move the button that is being pressed.
        onBlur={() => setOpen(false)}
      />
      <ChoiceList
        id={listId}
        label={label}
        isOpen={isOpen}
        choices={choices}
        createLabel="Create tag"
        current={current}
        onPoint={setCurrent}
        onTake={(place) => add([choices[place]?.name ?? typed])}
      />
      {tags.length > 0 && (
        <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <TagChip
              key={tag}
              name={name}
              tag={tag}
              isDisabled={isDisabled}
              onRemove={() => setTags(tags.filter((each) => each !== tag))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface TagChipProps {
  readonly name: string;
  readonly tag: string;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

function TagChip({ name, tag, isDisabled, onRemove }: TagChipProps) {
  return (
    <li className="inline-flex max-w-full items-center rounded bg-sunken pl-1.5 text-[13px] text-soft">
      <bdi className="truncate">{tag}</bdi>
      <input type="hidden" name={name} value={tag} disabled={isDisabled} />
      <button
        type="button"
        aria-label={`Remove ${tag}`}
        disabled={isDisabled}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded hover:text-ink pointer-coarse:size-11"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
