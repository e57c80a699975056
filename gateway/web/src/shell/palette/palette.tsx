import { isAppPath } from '@svc/web/shared/paths';
import { useRouter } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { useOperation } from '../../api/queries.js';
import type { Item } from '../../api/operations.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { FIELD_CLASS } from '../../ui/field.js';
import { useSettled } from '../../ui/settled.js';
import { useSignedIn } from '../account.js';
import { navigationFor } from '../navigation.js';
import { showPanel } from '../panel-state.js';

const TYPING_MS = 150;
const RECORDS_MAX = 12;

type Hit = Item<'context.search'>;

interface Entry {
  /** Where it leads; absent for the copilot beside the page. */
  readonly path?: string;
  readonly title: string;
  readonly about: string;
}

const ASK: Entry = { title: 'Ask the copilot beside the page', about: 'Ctrl J' };

const TYPE_NAMES: Readonly<Record<Hit['type'], string>> = {
  deals: 'deal',
  screenshots: 'screenshot',
  view_logs: 'reading',
  short_links: 'short link',
  contacts: 'contact',
  influencers: 'influencer',
  memory: 'memory',
};

/** Finds pages at once, and records as soon as the typing pauses; the arrow keys choose, Enter goes there. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isSearching, degraded } = useEntries(text.trim());
  const current = Math.min(chosen, entries.length - 1);

  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    if (entry.path === undefined) showPanel(true);
    else router.history.push(entry.path);
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

function useEntries(text: string): {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  readonly degraded: readonly string[];
} {
  const { user } = useSignedIn();
  const asked = useSettled(text, TYPING_MS);
  const found = useOperation(
    'context.search',
    { q: asked, scope: 'mine-and-shared', limit: RECORDS_MAX },
    { enabled: asked !== '' },
  );
  const isNamed = (title: string): boolean => title.toLowerCase().includes(text.toLowerCase());
  const pages = navigationFor(user)
    .flatMap(({ items }) => items)
    .filter(({ label }) => isNamed(label))
    .map(({ path, label, letter }) => ({ path, title: label, about: letter === undefined ? 'page' : `g ${letter}` }));
  const records = (asked === '' ? [] : (found.data?.items ?? []))
    .filter(({ url }) => isAppPath(url.split('?', 1)[0] ?? ''))
    .map(({ url, title, type }) => ({ path: url, title, about: TYPE_NAMES[type] }));
  return {
    entries: [...pages, ...(isNamed(ASK.title) ? [ASK] : []), ...records],
    isSearching: text !== '' && (asked !== text || found.isFetching),
    degraded: (asked === '' ? [] : (found.data?.degraded ?? [])).map((type) => `${TYPE_NAMES[type]}s`),
  };
}
