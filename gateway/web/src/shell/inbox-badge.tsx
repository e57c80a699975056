import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/queries.js';
import { useFormats } from './account.js';

const LOOK_MS = 60_000;

/** How much waits in the inbox, beside its place in the navigation; nothing while nothing does. */
export function InboxBadge() {
  const { count } = useFormats();
  const { data } = useQuery({ ...operationQuery('inbox.counts', {}), refetchInterval: LOOK_MS });
  // What could not be counted right now counts as nothing.
  const waiting = data ? (data.invitations ?? 0) + (data.accessRequests ?? 0) + (data.suggestions ?? 0) : 0;
  if (waiting === 0) return null;
  return (
    <span className="inline-block min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-medium whitespace-nowrap text-on-accent tabular-nums">
      {count(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
