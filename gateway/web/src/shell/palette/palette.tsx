import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { FIELD_CLASS } from '../../ui/field.js';
import { useEntries, type Entry } from './use-entries.js';

/** Finds pages at once, and records as soon as the typing pauses; the arrow keys choose, Enter goes there, or copies a report. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isSearching, degraded } = useEntries(text.trim());
  const current = Math.min(chosen, entries.length - 1);

  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) open(entries[current]);
    else setChosen(Math.max(0, Math.min(entries.length - 1, current + step)));
  };

  return (
    <Dialog title="Search" isOpen onClose={onClose}>
      <input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[current] && `${listId}-${current}`}
        aria-label="Search pages and records"
        autoFocus
        maxLength={200}
        className={FIELD_CLASS}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <div id={listId} role="listbox" aria-label="Results" className="mt-3 max-h-[50vh] overflow-y-auto">
        {entries.map((entry, index) => (
          <div
            key={`${entry.title}-${index}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onMouseMove={() => setChosen(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              open(entry);
            }}
            className={classNames(
              'flex cursor-pointer items-baseline justify-between gap-4 rounded px-2.5 py-1.5 pointer-coarse:py-3',
              index === current && 'bg-accent-soft',
            )}
          >
            <bdi className="truncate">{entry.title}</bdi>
            <span className="shrink-0 text-[13px] text-soft">{entry.about}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-2 text-[13px] text-soft">
        {isSearching && 'Searching…'}
        {!isSearching && entries.length === 0 && 'No results'}
        {degraded.length > 0 && ` Couldn't search: ${degraded.join(', ')}.`}
      </p>
    </Dialog>
  );
}
