import type { PlainAppPath } from '@svc/web/shared/paths';
import {
  type NavigateOptions,
  type RegisteredRouter,
  type RouteById,
  useNavigate,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { withoutUnset } from './search-parameters.js';

type Routes = RegisteredRouter['routeTree'];

type FilterOf<Path extends PlainAppPath> = RouteById<Routes, `/app${Path}`>['types']['fullSearchSchema'];

type Changes<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

/**
 * The page's address parameters, and a function that changes some: others are kept, and undefined ones removed. Drops unknown parameters, which the
 * router would otherwise keep.
 */
export function useFilter<Path extends PlainAppPath>(
  path: Path,
): readonly [filter: FilterOf<Path>, setFilter: (changed: Changes<FilterOf<Path>>) => void] {
  const raw: object = useSearch<RegisteredRouter, undefined, false>({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const read = router.routesById[`/app${path}`].options.validateSearch as (search: object) => object;
  const filter = useMemo(() => read(raw), [read, raw]);
  const setFilter = useCallback(
    (changed: Changes<FilterOf<Path>>) => {
      // A debounced search must not navigate back a user who is already leaving.
      if (router.latestLocation.pathname !== path) return;
      const search = (before: object): object => withoutUnset({ ...read(before), ...changed });
      void navigate({ to: path, search, replace: true } as NavigateOptions);
    },
    [navigate, router, path, read],
  );
  return [filter as FilterOf<Path>, setFilter];
}
