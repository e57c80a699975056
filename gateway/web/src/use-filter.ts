import {
  useNavigate,
  useRouter,
  useSearch,
  type NavigateOptions,
  type RegisteredRouter,
  type RouteById,
} from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { PlainAppPath } from '@svc/web/shared/paths';
import { given } from './search-parameters.js';

type Routes = RegisteredRouter['routeTree'];

type FilterOf<Path extends PlainAppPath> = RouteById<Routes, `/app${Path}`>['types']['fullSearchSchema'];

type Changes<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

/**
 * What the address of a page says, and what changes it: the rest stays, and what is undefined goes. What the page does not know is left
 * out: the router would leave it beside what the route has read.
 */
export function useFilter<Path extends PlainAppPath>(
  path: Path,
): readonly [filter: FilterOf<Path>, setFilter: (changed: Changes<FilterOf<Path>>) => void] {
  const said: object = useSearch<RegisteredRouter, undefined, false>({ strict: false });
  const navigate = useNavigate();
  const read = useRouter().routesById[`/app${path}`].options.validateSearch as (search: object) => object;
  const filter = useMemo(() => read(said), [read, said]);
  const setFilter = useCallback(
    (changed: Changes<FilterOf<Path>>) => {
      const search = (before: object): object => given({ ...read(before), ...changed });
      void navigate({ to: path, search, replace: true } as NavigateOptions);
    },
    [navigate, path, read],
  );
  return [filter as FilterOf<Path>, setFilter];
}
