import {
  useNavigate,
  useSearch,
  type NavigateOptions,
  type RegisteredRouter,
  type RouteById,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PlainAppPath } from '@svc/web/shared/paths';
import { given } from './search-parameters.js';

type Routes = RegisteredRouter['routeTree'];

type FilterOf<Path extends PlainAppPath> = RouteById<Routes, `/app${Path}`>['types']['fullSearchSchema'];

type Changes<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

/** What the address of a page says, and what changes it: the rest stays, and what is undefined goes. */
export function useFilter<Path extends PlainAppPath>(
  path: Path,
): readonly [filter: FilterOf<Path>, setFilter: (changed: Changes<FilterOf<Path>>) => void] {
  const filter: object = useSearch<RegisteredRouter, undefined, false>({ strict: false });
  const navigate = useNavigate();
  const setFilter = useCallback(
    (changed: Changes<FilterOf<Path>>) => {
      const search = (before: object): object => given({ ...before, ...changed });
      void navigate({ to: path, search, replace: true } as NavigateOptions);
    },
    [navigate, path],
  );
  return [filter as FilterOf<Path>, setFilter];
}
