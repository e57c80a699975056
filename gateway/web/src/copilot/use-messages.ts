import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';

/** Messages that are read at a time. */
const MESSAGES = 50;

/** What was said in a conversation, the oldest first; `fetchNextPage` reads what was said before it. */
export function useMessages(conversationId: string) {
  const query = useInfiniteQuery({
    queryKey: ['copilot.list_messages', { conversationId }, 'pages'] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        'copilot.list_messages',
        { conversationId, limit: MESSAGES, ...(pageParam !== undefined && { beforeSeq: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ items }) => (items.length < MESSAGES ? undefined : items.at(-1)?.seq),
  });
  const messages = (query.data?.pages ?? []).flatMap(({ items }) => items).toReversed();
  return { ...query, messages };
}
