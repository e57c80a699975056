import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answeredEarly, call } from '../api/call.js';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { readWithAdded } from './added-before.js';
import { type DuePage, dueRows, placeOf, recordedRows } from './due-rows.js';
import { FIRST_DUE_VIEWS } from './first-due-views.js';

/**
 * Today's due checks, oldest first. Read once per visit and day, and when checks change elsewhere: recorded ones stay in place, so that they can be
 * corrected.
 */
export function useDueList(today: string, typedViewCounts: TypedViewCounts) {
  // The list of the day on which the page was opened: drawn with the page, not after it.
  const [early] = useState(() => ({ today, page: answeredEarly('deals.due_views', FIRST_DUE_VIEWS) }));
  const query = useInfiniteQuery({
    queryKey: ['deals.due_views', 'today', today] as const,
    ...(early.page &&
      early.today === today && {
        initialData: { pages: [{ ...early.page, addedBefore: 0, recorded: [] }], pageParams: [''] },
      }),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<DuePage> => {
      const input = { ...FIRST_DUE_VIEWS, ...(pageParam !== '' && { after: pageParam }) };
      const read = () => call('deals.due_views', input, { signal });
      const page = await (pageParam === '' ? readWithAdded(typedViewCounts, read) : read());
      const before = client.getQueryData<InfiniteData<DuePage>>(queryKey);
      return { ...page, recorded: recordedRows(before?.pages ?? [], typedViewCounts.stateOf) };
    },
    getNextPageParam: ({ items }) => {
      const last = items.at(-1);
      return items.length < FIRST_DUE_VIEWS.limit || !last ? null : placeOf(last);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, isPending, isSuccess, isError, error, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => dueRows(data?.pages ?? []), [data]);
  const { total, addedBefore } = data?.pages[0] ?? {};
  // Listed one by one: the page is drawn again only for the query fields it reads.
  return { data, items, total, addedBefore, isPending, isSuccess, isError, error, hasNextPage, fetchNextPage };
}
