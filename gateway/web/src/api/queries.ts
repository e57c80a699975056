import {
  hashKey,
  infiniteQueryOptions,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { affectedBy } from './affects.js';
import { isApiError, isGone } from './api-error.js';
import { call } from './call.js';
import { distinctRows } from './distinct-rows.js';
import { useShownRows } from './hidden-records.js';
import type { Input, Item, OperationName, Output } from './operations.js';
import { randomKey } from './random-key.js';
import { showsOthers } from './shown-by-others.js';

const STALE_MS = 15_000;
const RETRY_PAUSE_MS_MAX = 20_000;
/** Rows per read of a list. */
export const PAGE_ROWS = 200;

/**
 * The only copy of server data. Retries unreachable reads with exponential backoff, as long as they are shown. Shared data is never fresh, because
 * its owner may revoke it at any time.
 */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [name] }) => {
        if (isGone(error)) forgetFamily(queries, String(name));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: ({ state }) => (showsOthers(state.data) ? 0 : STALE_MS),
        networkMode: 'always',
        retry: (_count, error) => isApiError(error) && error.isTemporary,
        retryDelay: (count) => Math.min(1_000 * 2 ** count, RETRY_PAUSE_MS_MAX),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}

/** Lists may still contain deleted records. */
function forgetFamily(queries: QueryClient, name: string): void {
  const family = name.slice(0, name.lastIndexOf('.') + 1);
  queries.removeQueries({ type: 'inactive', predicate: ({ queryKey: [other] }) => String(other).startsWith(family) });
}

/** Whether there is nothing to show: no data yet, or the record is gone. */
export function isUnreadable({ isError, error, data }: Pick<UseQueryResult, 'isError' | 'error' | 'data'>): boolean {
  return isError && (data === undefined || isGone(error));
}

export function operationQuery<Name extends OperationName>(name: Name, input: Input<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<Output<Name>> => call(name, input, { signal }),
  });
}

/** Reads an operation's result, and refetches it when it is stale. */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  return useQuery({ ...operationQuery(name, input), enabled });
}

export type ListName = {
  [Name in OperationName]: Output<Name> extends { items: readonly unknown[]; total: number } ? Name : never;
}[OperationName];

type PageOf<Name extends ListName> = Output<Name> & { readonly items: readonly Item<Name>[]; readonly total: number };

/** Reads a list page by page as it scrolls into view; `readMore` requests the next page. */
export function useList<Name extends ListName>(
  name: Name,
  input: Input<Name>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [name, input, 'pages'] as const,
      // While the user types in the search, or sorts, the previous rows are shown until the response arrives.
      placeholderData: (previous, before) =>
        isSameBut('q', before?.queryKey[1], input) || isSameBut('sort', before?.queryKey[1], input)
          ? previous
          : undefined,
      initialPageParam: 0,
      queryFn: ({ pageParam, signal }): Promise<Output<Name>> =>
        call(name, { ...input, limit: PAGE_ROWS, offset: pageParam }, { signal }),
      getNextPageParam: (last, pages) =>
        (last as { items: readonly unknown[] }).items.length < PAGE_ROWS ? null : pages.length * PAGE_ROWS,
      enabled,
    }),
  );
  const { data, isPending, isSuccess, isError, error, failureCount, hasNextPage } = query;
  const readMore = useReadMore(query);
  const pages = useMemo(() => (data?.pages ?? []) as unknown as readonly PageOf<Name>[], [data]);
  const read = useMemo(() => distinctRows(pages.flatMap(({ items }) => items)), [pages]);
  const items = useShownRows(read);
  const total = pages[0]?.total;
  const shownTotal = total === undefined ? undefined : total - (read.length - items.length);
  // Listed individually, so that a page is rendered again only for the query fields that it reads.
  return { pages, hasNextPage, readMore, items, total: shownTotal, isPending, isSuccess, isError, error, failureCount };
}

interface Pages {
  /** The pages so far. */
  readonly data: unknown;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Requests the next page, unless it is loading or there is none. */
export function useReadMore({ data, hasNextPage, fetchNextPage }: Pages): () => void {
  // Pages whose next one is requested. Reading `isFetchingNextPage` instead would render the page when loading starts, and is a frame late.
  const continued = useRef<unknown>(undefined);
  return useCallback(() => {
    if (!hasNextPage || continued.current === data) return;
    continued.current = data;
    void fetchNextPage().finally(() => {
      if (continued.current === data) continued.current = undefined;
    });
  }, [data, hasNextPage, fetchNextPage]);
}

/** Whether two inputs differ only in that field. */
function isSameBut(field: string, one: object | undefined, other: object): boolean {
  const without = (input: object): string => JSON.stringify(Object.entries(input).filter(([name]) => name !== field));
  return one !== undefined && without(one) === without(other);
}

export interface ChangeOptions {
  /** Version of the record that the change is based on. */
  readonly version?: number | undefined;
}

/**
 * Makes a write. The same input keeps its idempotency key until it succeeds, so that retries never repeat anything. `leave` navigates away from the
 * deleted record's page before that reads it again.
 */
export function useChange<Name extends OperationName>(name: Name, { leave }: { readonly leave?: () => unknown } = {}) {
  const queries = useQueryClient();
  const keyed = useRef<{ readonly content: string; readonly key: string } | undefined>(undefined);
  return useMutation({
    mutationKey: [name],
    async mutationFn({ input, version }: { readonly input: Input<Name> } & ChangeOptions): Promise<Output<Name>> {
      const content = JSON.stringify([input, version]);
      if (keyed.current?.content !== content) keyed.current = { content, key: randomKey() };
      const output = await call(name, input, { version, key: keyed.current.key });
      keyed.current = undefined;
      return output;
    },
    onSuccess: async () => {
      await leave?.();
      refreshAfter(queries, name);
    },
    // Reads a record again that another user has changed, so that the next attempt knows its version.
    onError: (error) => {
      if (isApiError(error) && error.code === 'VERSION_CONFLICT') refreshAfter(queries, name);
    },
  });
}

/** Refetches the results that a write made stale, except `but`, which is already known. */
export function refreshAfter(
  queries: QueryClient,
  write: OperationName,
  { but }: { readonly but?: { readonly queryKey: QueryKey } } = {},
): void {
  const families = affectedBy(write);
  const known = but && hashKey(but.queryKey);
  const isStale = ({ queryKey: [name], queryHash }: Query): boolean =>
    queryHash !== known && families.some((family) => String(name).startsWith(`${family}.`));
  // A first read in flight may have missed the write, and would not be repeated.
  const isFirst = (query: Query): boolean => query.state.data === undefined && query.isActive() && isStale(query);
  void queries.cancelQueries({ predicate: isFirst, fetchStatus: 'fetching' });
  void queries.invalidateQueries({ predicate: isStale });
}
