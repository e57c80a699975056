import { Link } from '@tanstack/react-router';
import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import { titleOf } from '../api/operation-titles.js';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Chip, ToggleChip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { ChoiceField } from '../ui/fields/field.js';
import { Notice } from '../ui/notice.js';
import { RelativeTime } from '../ui/relative-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import type { AgentSettings } from './connections.js';

type AgentCall = Item<'agent_connection.list_calls'>;

const STATUSES: Readonly<Record<AgentCall['status'], readonly [string, Tone]>> = {
  ok: ['Done', 'good'],
  denied: ['Denied', 'warn'],
  failed: ['Failed', 'bad'],
};

/** Agents' calls in the last months, without their contents. */
export function RecentCalls({ settings: { persistentConnections, status } }: { readonly settings: AgentSettings }) {
  const [{ agent, writes }] = useFilter('/agents');
  const list = useList('agent_connection.list_calls', {
    ...(agent !== undefined && { connectionId: agent }),
    ...(writes && { writes: true }),
  });
  if (status.recentCount === 0) return null;
  return (
    <section aria-label="Recent calls" className="mb-6">
      <h2 className="mb-1.5 font-semibold">Recent calls</h2>
      <CallFilters connections={persistentConnections} />
      {list.isError && <Notice tone="bad">{describeError(list.error)}</Notice>}
      {list.isPending && <SkeletonRows rows={3} rowClass="flex h-10 items-center" />}
      {list.isSuccess && list.items.length === 0 && <EmptyState>No matching calls</EmptyState>}
      {list.items.length > 0 && (
        <ul className="rounded-md border border-line bg-surface">
          {list.items.map((each) => (
            <CallRow key={each.id} call={each} />
          ))}
        </ul>
      )}
      <More of={list} className="mt-2">
        Show more calls
      </More>
    </section>
  );
}

function CallFilters({ connections }: { readonly connections: AgentSettings['persistentConnections'] }) {
  const [{ agent, writes }, setFilter] = useFilter('/agents');
  const isWrites = writes === true;
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
      <ChoiceField
        label="Agent"
        className="min-w-0 max-w-64"
        value={agent ?? ''}
        choices={[['', 'All agents'], ...connections.map((each) => [each.requestId, each.displayName] as const)]}
        onChange={(chosen) => setFilter({ agent: chosen || undefined })}
      />
      <ToggleChip isOn={isWrites} onToggle={() => setFilter({ writes: isWrites ? undefined : true })}>
        Only writes
      </ToggleChip>
    </div>
  );
}

function CallRow({ call }: { readonly call: AgentCall }) {
  const { count } = useFormats();
  const { operation, status, code, notWrittenDown, surface, agentName, actorId, at } = call;
  const who = surface === 'copilot' ? 'the copilot' : 'an agent';
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      {notWrittenDown === null ? (
        <>
          <span className="min-w-0 [overflow-wrap:anywhere]" title={operation}>
            {titleOf(operation) ?? operation}
          </span>
          {code === 'APPROVAL_REQUIRED' ? (
            // The record does not name the approval, which may have been decided since.
            <Link to="/approvals" className="hover:underline">
              <Chip tone="accent">Asked for approval</Chip>
            </Link>
          ) : (
            <Chip tone={STATUSES[status][1]}>{STATUSES[status][0]}</Chip>
          )}
          {code !== null && code !== 'APPROVAL_REQUIRED' && (
            <span className="text-soft [overflow-wrap:anywhere]" title={code}>
              {reasonOf(code)}
            </span>
          )}
        </>
      ) : (
        <span>{notWrittenDown === 1 ? '1 call' : `${count(notWrittenDown)} calls`} not logged</span>
      )}
      <span className="ml-auto text-soft [overflow-wrap:anywhere]">
        <bdi>{agentName ?? actorId ?? who}</bdi>, <RelativeTime at={at} />
      </span>
    </li>
  );
}

/** An error code in words: `VALIDATION_ERROR` is "Validation error". */
function reasonOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
