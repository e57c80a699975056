import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answeredEarly, call } from '../api/call.js';
import type { Item } from '../api/operations.js';
import { FIRST_DUE_VIEWS } from './first-due-views.js';

export type DueView = Item<'deals.due_views'>;

/** Today's due checks, oldest first. Read once per visit and day: recorded ones stay in place, so that they can be corrected. */
export function useDueList(today: string) {
  // The list of the day on which the page was opened: drawn with the page, not after it.
  const [early] = useState(() => ({ today, page: answeredEarly('deals.due_views', FIRST_DUE_VIEWS) }));
  const query = useInfiniteQuery({
    queryKey: ['deals.due_views', 'today', today] as const,
    ...(early.page && early.today === today && { initialData: { pages: [early.page], pageParams: [''] } }),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('deals.due_views', { ...FIRST_DUE_VIEWS, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ items }) => {
      const last = items.at(-1);
      return items.length < FIRST_DUE_VIEWS.limit || !last ? null : `${last.dueDate},${last.videoId}`;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, isPending, isSuccess, isError, error, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const total = data?.pages[0]?.total;
  // Listed one by one: the page is drawn again only for the query fields it reads.
  return { data, items, total, isPending, isSuccess, isError, error, hasNextPage, fetchNextPage };
}
