import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsConnected } from '../api/connection.js';
import { useIsInMaintenance } from '../api/maintenance.js';
import { usePauseSeconds } from '../api/pause.js';
import { useSessionEnded } from '../api/session-state.js';
import { useAreWritesSlow } from '../api/slow-writes.js';
import { Notice } from '../ui/notice.js';
import { useIsAccountKept } from './account.js';

/** Current problems, above every page: a lost connection, rate limits. */
export function StatusLines() {
  const seconds = usePauseSeconds();
  const isAccountKept = useIsAccountKept();
  const isReadFailing = useIsReadFailing();
  const isDataStale = isAccountKept || isReadFailing;
  const isConnected = useIsConnected();
  if (seconds === 0 && isConnected && !isDataStale) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 md:px-8">
      {seconds > 0 && <Notice tone="warn">Too many requests. Continuing in {seconds} s.</Notice>}
      {(!isConnected || isDataStale) && (
        <Notice tone="warn">
          The server can't be reached. {isConnected ? 'Data may be out of date.' : 'What you typed is kept.'} Retrying…
        </Notice>
      )}
    </div>
  );
}

/** Says above everything, dialogs included, that a write waits for its answer, unless something else says why. */
export function StillSaving() {
  const isSlow = useAreWritesSlow();
  const isConnected = useIsConnected();
  const isPaused = usePauseSeconds() > 0;
  const isSignedOut = useSessionEnded();
  const isInMaintenance = useIsInMaintenance();
  return (
    // A dialog hides the page from screen readers, except what is `aria-live`.
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center"
    >
      {isSlow && isConnected && !isPaused && !isSignedOut && !isInMaintenance && (
        <p className="rounded-full border border-line bg-raised px-4 py-1.5 shadow-pop">Still saving…</p>
      )}
    </div>
  );
}

/** Whether some shown data fails to load for lack of a connection. */
function useIsReadFailing(): boolean {
  const cache = useQueryClient().getQueryCache();
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const look = (): void =>
      setStale(cache.findAll({ type: 'active' }).some(({ state }) => state.fetchFailureCount > 1));
    return cache.subscribe(look);
  }, [cache]);
  return isStale;
}
