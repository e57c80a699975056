import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsConnected } from '../api/connection.js';
import { usePauseSeconds } from '../api/pause.js';
import { Notice } from '../ui/notice.js';

/** Current problems, above every page: a lost connection, rate limits. */
export function StatusLines() {
  const seconds = usePauseSeconds();
  const isDataStale = useIsDataStale();
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

/** Whether some shown data fails to load for lack of a connection. */
function useIsDataStale(): boolean {
  const cache = useQueryClient().getQueryCache();
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const look = (): void =>
      setStale(cache.findAll({ type: 'active' }).some(({ state }) => state.fetchFailureCount > 1));
    return cache.subscribe(look);
  }, [cache]);
  return isStale;
}
