import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { describeError } from '../../api/api-error.js';
import type { Item } from '../../api/operations.js';
import { useList } from '../../api/queries.js';
import { useFormats, useToday } from '../../shell/account.js';
import { ToggleChip } from '../../ui/chip.js';
import { SearchField } from '../../ui/fields/search-field.js';
import { Notice } from '../../ui/notice.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { More } from '../../ui/tables/more.js';
import { titleOf } from './conversation-names.js';

type Conversation = Item<'copilot.list_conversations'>;

interface Filter {
  readonly q?: string;
  readonly archived?: true;
}

/** The user's conversations, most recently used first. */
export function ConversationList() {
  const filter: Filter = useSearch({ strict: false });
  const { q, archived } = filter;
  const list = useList('copilot.list_conversations', { archived: archived === true, ...(q !== undefined && { q }) });
  return (
    <section aria-label="Conversations" className="flex min-w-0 flex-col gap-3">
      <Filters q={q} archived={archived} />
      {list.isError && <Notice tone="bad">{describeError(list.error)}</Notice>}
      {list.isPending && <SkeletonRows rows={5} rowClass="flex h-10 items-center" />}
      {list.isSuccess && list.items.length === 0 && <p className="px-2.5 text-soft">{emptyText(filter)}</p>}
      {list.items.length > 0 && (
        <ul className="-mx-1 flex flex-col gap-px">
          {list.items.map((each) => (
            <li key={each.id}>
              <ConversationLink conversation={each} filter={filter} />
            </li>
          ))}
        </ul>
      )}
      <More of={list} className="self-start" />
    </section>
  );
}

function emptyText({ q, archived }: Filter): string {
  if (q !== undefined) return 'No conversation matches this search.';
  return archived ? 'Nothing is archived.' : 'No conversations yet.';
}

function Filters({ q, archived }: { readonly [Name in keyof Required<Filter>]: Filter[Name] | undefined }) {
  const navigate = useNavigate();
  const isArchived = archived === true;
  const show = useCallback(
    (text: string | undefined, wantsArchived: boolean) => {
      const search = { ...(text !== undefined && { q: text }), ...(wantsArchived && { archived: true as const }) };
      void navigate({ to: '.', search, replace: true });
    },
    [navigate],
  );
  const search = useCallback((text: string | undefined) => show(text, isArchived), [show, isArchived]);
  return (
    <div className="flex flex-wrap items-center gap-2 lg:flex-col lg:items-start">
      <SearchField label="Search titles" value={q} onSearch={search} />
      <ToggleChip isOn={isArchived} onToggle={() => show(q, !isArchived)}>
        Archived
      </ToggleChip>
    </div>
  );
}

function ConversationLink({ conversation, filter }: { readonly conversation: Conversation; readonly filter: Filter }) {
  const { shortDay, clock, dayOf } = useFormats();
  const today = useToday();
  const { id, lastMessageAt, activeTurn } = conversation;
  const day = dayOf(lastMessageAt);
  const lastUsed = day === today ? clock(lastMessageAt) : shortDay(day, today);
  return (
    <Link
      to="/copilot/$conversationId"
      params={{ conversationId: id }}
      search={filter}
      className="flex min-h-9 items-baseline justify-between gap-3 rounded-md px-2.5 py-1.5 hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      <bdi className="truncate">{titleOf(conversation)}</bdi>
      <span className="shrink-0 text-[13px] text-soft">{activeTurn ? workOf(activeTurn) : lastUsed}</span>
    </Link>
  );
}

function workOf({ status }: NonNullable<Conversation['activeTurn']>): string {
  return status === 'awaiting_approval' ? 'Waiting for you' : 'Answering';
}
