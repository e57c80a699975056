import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { FIELD_CLASS } from '../../ui/fields/field.js';
import type { Entry } from './entry.js';
import { useEntries } from './use-entries.js';

interface PaletteProps {
  /** Takes the text typed before the field had the focus. */
  readonly takeTyped: () => string;
  readonly onClose: () => void;
}

/** Finds actions and pages at once, and records when typing pauses; the arrow keys select, Enter runs or opens. */
export function Palette({ takeTyped, onClose }: PaletteProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isSearching, degraded } = useEntries(text.trim());
  const current = Math.min(chosen, entries.length - 1);

  const write = (typed: string): void => {
    setText(typed);
    setChosen(0);
  };
  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    if (entry.fill !== undefined) return write(entry.fill);
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
        placeholder="Search, or type an action"
        autoFocus
        maxLength={200}
        className={FIELD_CLASS}
        value={text}
        onFocus={() => {
          const typed = takeTyped();
          if (typed !== '') write(text + typed);
        }}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <div id={listId} role="listbox" aria-label="Results" className="mt-3 max-h-[50vh] overflow-y-auto">
        {grouped(entries).map(({ group, members }) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-[13px] text-soft">
              {group}
            </p>
            {members.map(({ entry, index }) => (
              <Line
                key={index}
                id={`${listId}-${index}`}
                entry={entry}
                isCurrent={index === current}
                onPoint={() => setChosen(index)}
                onOpen={() => open(entry)}
              />
            ))}
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

interface LineProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isCurrent: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function Line({ id, entry: { title, icon: Icon, detail, about }, isCurrent, onPoint, onOpen }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onMouseMove={onPoint}
      onMouseDown={(event) => {
        event.preventDefault();
        onOpen();
      }}
      className={classNames(
        'flex cursor-pointer items-center gap-2.5 rounded px-2.5 py-1.5 pointer-coarse:py-3',
        isCurrent && 'bg-accent-soft',
      )}
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0 text-soft" />}
      <bdi className={classNames('truncate', detail ? 'max-w-[60%] shrink-0' : 'grow')}>{title}</bdi>
      {detail && <bdi className="min-w-0 grow truncate text-[13px] text-soft">{detail}</bdi>}
      <span className="shrink-0 text-[13px] text-soft">{about}</span>
    </div>
  );
}

/** Entries by group, each with its index among all. */
function grouped(entries: readonly Entry[]) {
  const placed = entries.map((entry, index) => ({ entry, index }));
  return [...Map.groupBy(placed, ({ entry }) => entry.group)].map(([group, members]) => ({ group, members }));
}
