import { useFormats } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import type { AgentSettings } from './connections.js';

type Status = AgentSettings['recentLogs'][number]['status'];

const STATUSES: Readonly<Record<Status, readonly [string, Tone]>> = {
  ok: ['Done', 'good'],
  denied: ['Refused', 'warn'],
  failed: ['Failed', 'bad'],
};

/** What agents did of late: no word of what they sent or got. */
export function RecentCalls({ settings: { recentLogs, persistentConnections } }: { readonly settings: AgentSettings }) {
  const { time } = useFormats();
  if (recentLogs.length === 0) return null;
  const names = new Map(persistentConnections.map(({ requestId, displayName }) => [requestId, displayName]));
  return (
    <section aria-label="Latest calls" className="mb-6">
      <h2 className="mb-1.5 text-lg font-semibold">Latest calls</h2>
      <ul className="rounded-md border border-line bg-surface">
        {recentLogs.map(({ requestId, at, operation, status, code, connectionId, actorId }, index) => (
          <li
            key={`${requestId} ${index}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <code className="min-w-0 [overflow-wrap:anywhere]">{operation}</code>
            <Chip tone={STATUSES[status][1]}>{STATUSES[status][0]}</Chip>
            {code !== null && <span className="text-soft [overflow-wrap:anywhere]">{code}</span>}
            <span className="ml-auto text-soft [overflow-wrap:anywhere]">
              <bdi>{names.get(connectionId ?? '') ?? actorId ?? 'an agent'}</bdi>, {time(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
