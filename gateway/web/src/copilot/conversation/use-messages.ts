import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';

/** Messages per read. */
const MESSAGES = 50;

/** The messages of a conversation, oldest first; `fetchNextPage` reads earlier ones. */
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
