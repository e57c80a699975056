import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsConnectionAway } from '../api/connection.js';
import { usePauseSeconds } from '../api/pause.js';
import { Notice } from '../ui/notice.js';

/** Current problems, above every page: a lost connection, rate limits. */
export function StatusLines() {
  const seconds = usePauseSeconds();
  const isDataAway = useIsAway();
  const isAway = useIsConnectionAway();
  if (seconds === 0 && !isAway && !isDataAway) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 md:px-8">
      {seconds > 0 && <Notice tone="warn">Too many requests. Continuing in {seconds} s.</Notice>}
      {(isAway || isDataAway) && (
        <Notice tone="warn">
          The server can't be reached. {isAway ? 'What you typed is kept.' : 'Data may be out of date.'} Retrying…
        </Notice>
      )}
    </div>
  );
}

/** Whether some shown data fails to load for lack of a connection. */
function useIsAway(): boolean {
  const cache = useQueryClient().getQueryCache();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const look = (): void =>
      setAway(cache.findAll({ type: 'active' }).some(({ state }) => state.fetchFailureCount > 1));
    return cache.subscribe(look);
  }, [cache]);
  return isAway;
}
