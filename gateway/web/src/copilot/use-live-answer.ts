import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { refreshAfter } from '../api/queries.js';
import { readStream } from '../api/stream.js';
import { LiveAnswers, type LiveAnswer } from './live-answers.js';

const answers = new LiveAnswers({
  read: readStream,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  onFrame: (run) => requestAnimationFrame(run),
});

/** The answer that comes in a conversation, or came last while this page was open. */
export function useLiveAnswer(conversationId: string | undefined): LiveAnswer | undefined {
  return useSyncExternalStore(answers.subscribe, () =>
    conversationId === undefined ? undefined : answers.of(conversationId),
  );
}

/** What begins an answer; what it makes stale is read anew when it has ended. Each resolves once the answer has begun. */
export function useAsking() {
  const queries = useQueryClient();
  return useMemo(() => {
    const refresh = (): void => refreshAfter(queries, 'copilot.send_message');
    // With its first message a conversation gets its title, and a free answer is counted.
    const begin: typeof answers.begin = (...all) => answers.begin(...all).then(refresh);
    return {
      ask: (conversationId: string, question: string, clientMessageId: string) => {
        const input = { conversationId, text: question, clientMessageId };
        return begin(['copilot.send_message', input], { question }, refresh);
      },
      retry: (conversationId: string) => begin(['copilot.retry_turn', { conversationId }], {}, refresh),
      follow: (conversationId: string, turnId: string) =>
        answers.begin(['copilot.follow_turn', { conversationId }], { turnId }, refresh),
    };
  }, [queries]);
}
