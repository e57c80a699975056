import { useQuery } from '@tanstack/react-query';
import type { Output } from '../api/operations.js';
import { operationQuery } from '../api/queries.js';
import { useFormats } from './account.js';

const LOOK_MS = 60_000;

type Counts = Output<'inbox.counts'>;

/** How much waits in the inbox, beside its place in the navigation; nothing while nothing does. */
export function InboxBadge() {
  return (
    <WaitingBadge
      // What could not be counted right now counts as nothing.
      countIn={({ invitations, accessRequests, suggestions, memories }) =>
        (invitations ?? 0) + (accessRequests ?? 0) + (suggestions ?? 0) + (memories ?? 0)
      }
    />
  );
}

/** How many calls of agents wait for an approval. */
export function ApprovalsBadge() {
  return <WaitingBadge countIn={({ approvals }) => approvals ?? 0} />;
}

function WaitingBadge({ countIn }: { readonly countIn: (counts: Counts) => number }) {
  const { count } = useFormats();
  const { data } = useQuery({ ...operationQuery('inbox.counts', {}), refetchInterval: LOOK_MS });
  const waiting = data ? countIn(data) : 0;
  if (waiting === 0) return null;
  return (
    <span className="inline-block min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-medium whitespace-nowrap text-on-accent tabular-nums">
      {count(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
