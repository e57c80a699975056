import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { isChange } from '../../api/affects.js';
import { operationQuery, refreshAfter } from '../../api/queries.js';
import { readStream } from '../../api/stream.js';
import type { FreeAnswers } from './answer.js';
import { type LiveAnswer, LiveAnswers, type Opening } from './live-answers.js';

/** Milliseconds between two checks whether free answers are available again. */
const LOOK_MS = 60_000;
const FREE_ANSWERS = operationQuery('copilot.get_usage', { days: 1 });

const answers = new LiveAnswers({
  read: readStream,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  // In a separate task, because the one that lays out and paints the frame is long enough.
  onFrame: (run) => requestAnimationFrame(() => setTimeout(run)),
});

/** The current answer of a conversation, or the last one while this page was open. */
export function useLiveAnswer(conversationId: string | undefined): LiveAnswer | undefined {
  return useSyncExternalStore(answers.subscribe, () =>
    conversationId === undefined ? undefined : answers.of(conversationId),
  );
}

/** The remaining free answers; checked again while there are none. */
export function useFreeAnswers(): FreeAnswers | undefined {
  const usage = useQuery({
    ...FREE_ANSWERS,
    refetchInterval: ({ state }) => (state.data?.free.remaining === 0 ? LOOK_MS : false),
  });
  return usage.data?.free;
}

function tellFreeAnswers(queries: QueryClient, free: FreeAnswers): void {
  const { queryKey } = FREE_ANSWERS;
  // An older response would be out of date.
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, (before) => ({ history: [], ...before, free }));
}

interface Asked {
  readonly question: string;
  readonly clientMessageId: string;
  /** The viewed deal. */
  readonly dealId: string | undefined;
}

/** Functions that start an answer, and refetch stale data when it ends. Each resolves once the answer has started. */
export function useAsking() {
  const queries = useQueryClient();
  return useMemo(() => {
    // If the end was missed, the answer's changes are unknown.
    const refreshAll = (): void => void queries.invalidateQueries();
    const begin = (opening: Opening, first: Parameters<LiveAnswers['begin']>[1]): Promise<void> =>
      answers.begin(
        opening,
        first,
        (free) => {
          if (free) tellFreeAnswers(queries, free);
          else if (opening[0] === 'copilot.follow_turn') return refreshAll();
          refreshAfter(queries, 'copilot.send_message', free && { but: FREE_ANSWERS });
        },
        (toolName) => {
          if (isChange(toolName)) refreshAfter(queries, toolName);
        },
      );
    // The first message gives a conversation its title. The remaining free answers come at the end.
    const refresh = (): void => refreshAfter(queries, 'copilot.send_message', { but: FREE_ANSWERS });
    return {
      ask: (conversationId: string, { question, clientMessageId, dealId }: Asked) => {
        const about = dealId === undefined ? {} : { context: { dealId } };
        const input = { conversationId, text: question, clientMessageId, ...about };
        return begin(['copilot.send_message', input], { question }).then(refresh);
      },
      retry: (conversationId: string) => begin(['copilot.retry_turn', { conversationId }], {}).then(refresh),
      follow: (conversationId: string, turnId: string) =>
        begin(['copilot.follow_turn', { conversationId }], { turnId }),
      refreshAll,
    };
  }, [queries]);
}
