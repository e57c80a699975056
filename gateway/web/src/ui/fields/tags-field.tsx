import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { listOf } from '../parsing/form-text.js';
import { ChoiceList, hasName, type ListedChoice } from './choice-list.js';
import { TextField } from './field.js';

export interface TagsFieldProps {
  readonly label: string;
  /** The form has each tag under this name, and the unfinished text. */
  readonly name: string;
  /** The initial tags. */
  readonly value: readonly string[];
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  /** Tags that are in use. */
  readonly suggestions: readonly string[];
}

const SHOWN = 8;

/** Tags as chips: suggests those in use, Enter or a comma adds the typed text, and Backspace in an empty field removes the last one. */
export function TagsField({ label, name, value, suggestions, isDisabled = false, ...note }: TagsFieldProps) {
  const listId = useId();
  const { tags, text, choices, current, isListed, ...act } = useTags(value, suggestions);
  return (
    <div className="relative min-w-0">
      <TextField
        label={label}
        {...note}
        name={name}
        disabled={isDisabled}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListed && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder="Add a tag"
        value={text}
        onChange={(event) => act.type(event.currentTarget.value)}
        onClick={act.open}
        onKeyDown={act.onKey}
        onPaste={act.onPaste}
        // The typed text stays as it is: another chip would move the button being pressed.
        onBlur={act.close}
      />
      <ChoiceList
        id={listId}
        label={label}
        isOpen={isListed}
        choices={choices}
        createLabel="Create tag"
        current={current}
        onPoint={act.point}
        onTake={act.take}
      />
      {tags.length > 0 && (
        <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <TagChip key={tag} name={name} tag={tag} isDisabled={isDisabled} onRemove={() => act.remove(tag)} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The tags, the typed text, and the matching choices. */
function useTags(value: readonly string[], suggestions: readonly string[]) {
  const [tags, setTags] = useState(value);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState(-1);
  const typed = text.trim();
  const choices = choicesFor(typed, tags, suggestions);
  const isListed = isOpen && choices.length > 0;

  const add = (added: readonly string[]): void => {
    setTags((before) => [...new Set([...before, ...added])]);
    setText('');
    setCurrent(-1);
  };
  const take = (place: number): void => add([choices[place]?.name ?? typed]);
  const type = (changed: string): void => {
    const comma = changed.lastIndexOf(',');
    if (comma >= 0) add(listOf(changed.slice(0, comma)));
    setText(changed.slice(comma + 1));
    setOpen(true);
    setCurrent(-1);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setCurrent(Math.max(-1, Math.min(choices.length - 1, current + step)));
      else setOpen(true);
    } else if (event.key === 'Enter' && (typed !== '' || current >= 0) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take(current);
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
  return {
    tags,
    text,
    choices,
    current,
    isListed,
    type,
    take,
    onKey,
    onPaste,
    point: setCurrent,
    open: () => setOpen(true),
    close: () => setOpen(false),
    remove: (tag: string) => setTags(tags.filter((each) => each !== tag)),
  };
}

/** Matching tags in use, and the typed text if it is none of them. */
function choicesFor(typed: string, tags: readonly string[], suggestions: readonly string[]): readonly ListedChoice[] {
  const known: readonly ListedChoice[] = suggestions
    .filter((each) => !tags.includes(each) && each.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, SHOWN)
    .map((each) => ({ id: each, name: each }));
  const isNew = typed !== '' && !hasName([...known, ...tags.map((tag) => ({ name: tag }))], typed);
  return isNew ? [...known, { id: '', name: typed, isNew }] : known;
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
