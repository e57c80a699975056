import { Link } from '@tanstack/react-router';
import { withoutUnset } from '../address/search-parameters.js';
import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import { titleOf } from '../api/operation-titles.js';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { visible } from '../approvals/change-texts.js';
import { useFormats } from '../shell/account.js';
import { Chip, ToggleChip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { DayRange } from '../ui/fields/day-range.js';
import { FilterSelect } from '../ui/fields/filter-select.js';
import { FilterBar } from '../ui/filter-bar.js';
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
const STATUS_NAMES = Object.entries(STATUSES);

const COPILOT = 'copilot';

/** Agents' calls in the last months, without their contents. */
export function RecentCalls({ settings: { persistentConnections, status } }: { readonly settings: AgentSettings }) {
  const [{ agent, writes, outcome, from, to }] = useFilter('/agents');
  const ofAgent = agent === COPILOT ? { copilot: true } : { connectionId: agent };
  const list = useList('agent_connection.list_calls', withoutUnset({ ...ofAgent, writes, status: outcome, from, to }));
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
  const [{ agent, writes, outcome, from, to }, setFilter] = useFilter('/agents');
  const isWrites = writes === true;
  const unset = { agent: undefined, outcome: undefined, from: undefined, to: undefined, writes: undefined };
  return (
    <FilterBar
      active={[agent, outcome, from, to, writes].filter((each) => each !== undefined).length}
      onClear={() => setFilter(unset)}
    >
      <FilterSelect
        label="Agent"
        all="All agents"
        value={agent}
        choices={[[COPILOT, 'Copilot'], ...connections.map((each) => [each.requestId, each.displayName] as const)]}
        className="max-w-48"
        onChoose={(chosen) => setFilter({ agent: chosen })}
      />
      <FilterSelect
        label="Outcome"
        all="All outcomes"
        value={outcome}
        choices={STATUS_NAMES.map(([status, [name]]) => [status, name])}
        onChoose={(chosen) => setFilter({ outcome: chosen as AgentCall['status'] | undefined })}
      />
      <ToggleChip isOn={isWrites} onToggle={() => setFilter({ writes: isWrites ? undefined : true })}>
        Only writes
      </ToggleChip>
      <DayRange from={from} to={to} onChange={setFilter} />
    </FilterBar>
  );
}

function CallRow({ call }: { readonly call: AgentCall }) {
  const { count } = useFormats();
  const { operation, status, code, notWrittenDown, surface, agentName, actorId, at, tier, approvalId, handles } = call;
  const isChange = tier > 0 && !operation.startsWith('approvals.');
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
          <CalledDeal handles={handles} isDeleted={operation === 'deals.delete'} />
          {status === 'ok' && isChange && <Asked approvalId={approvalId} />}
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

interface CalledDealProps {
  readonly handles: AgentCall['handles'];
  readonly isDeleted: boolean;
}

/** The deal that a call concerned, if its record names it. */
function CalledDeal({ handles: { dealId, dealName }, isDeleted }: CalledDealProps) {
  if (typeof dealId !== 'string' || typeof dealName !== 'string') return null;
  const name = <bdi className="[overflow-wrap:anywhere]">{visible(dealName)}</bdi>;
  if (isDeleted) return name;
  return (
    <Link to="/deals/$dealId" params={{ dealId }} className="hover:underline">
      {name}
    </Link>
  );
}

/** Whether the user approved a change. */
function Asked({ approvalId }: { readonly approvalId: string | null }) {
  if (approvalId === null) return <span className="text-soft">Ran without asking</span>;
  return (
    <Link to="/approvals/$approvalId" params={{ approvalId }} className="text-soft hover:underline">
      Approved by you
    </Link>
  );
}

/** An error code in words: `VALIDATION_ERROR` is "Validation error". */
function reasonOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
