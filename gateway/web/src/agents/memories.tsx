import { useCallback } from 'react';
import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange, useList } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { Chip, ToggleChip } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { SearchField } from '../ui/fields/search-field.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';
import { MemoryOrigin } from './memory-origin.js';

type Memory = Item<'memory.list'>;

/** Agents' memories for the user, archived ones included. */
export function Memories() {
  const [{ q, archived }] = useFilter('/agents');
  const list = useList('memory.list', { status: archived ? 'archived' : 'active', ...(q !== undefined && { q }) });
  return (
    <section aria-label="Memory" className="mb-6">
      <h2 className="mb-1.5 font-semibold">Memory</h2>
      <MemoryFilters />
      {list.isError && <Notice tone="bad">{describeError(list.error)}</Notice>}
      {list.isPending && <SkeletonRows rows={3} rowClass="flex h-10 items-center" />}
      {list.isSuccess && list.items.length === 0 && <EmptyState>{emptyText(q, archived)}</EmptyState>}
      {list.items.length > 0 && (
        <ul className="rounded-md border border-line bg-surface">
          {list.items.map((each) => (
            <MemoryRow key={each.id} memory={each} />
          ))}
        </ul>
      )}
      <More of={list} className="mt-2" />
    </section>
  );
}

function emptyText(q: string | undefined, archived: true | undefined): string {
  if (q !== undefined) return 'No matching memories';
  return archived ? 'No archived memories' : 'No memories yet.';
}

function MemoryFilters() {
  const [{ q, archived }, setFilter] = useFilter('/agents');
  const isArchived = archived === true;
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchField label="Search memory" value={q} onSearch={search} />
      <ToggleChip isOn={isArchived} onToggle={() => setFilter({ archived: isArchived ? undefined : true })}>
        Archived
      </ToggleChip>
    </div>
  );
}

function MemoryRow({ memory }: { readonly memory: Memory }) {
  const archive = useChange('memory.archive');
  const restore = useChange('memory.restore');
  const { id, version, content, kind, tags, status } = memory;
  const isActive = status === 'active';
  const change = isActive ? archive : restore;
  const run = (): void =>
    change.mutate(
      { input: { memoryId: id }, version: versionAfterOwnChanges(id, version) },
      {
        onSuccess: () => showToast(isActive ? 'Memory archived' : 'Memory restored'),
        onError: (error) => showError(describeError(error)),
      },
    );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <p className="whitespace-pre-wrap">
          <bdi>{content}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
          <Chip tone="accent">{KINDS[kind]}</Chip>
          {tags.map((tag) => (
            <Chip key={tag}>
              <bdi>{tag}</bdi>
            </Chip>
          ))}
        </p>
        <MemoryOrigin memory={memory} />
      </div>
      <Button disabled={change.isPending} onClick={run}>
        {isActive ? 'Archive' : 'Restore'}
      </Button>
    </li>
  );
}

const KINDS: Readonly<Record<Memory['kind'], string>> = {
  preference: 'Preference',
  fact: 'Fact',
  instruction: 'Instruction',
  summary: 'Summary',
};
