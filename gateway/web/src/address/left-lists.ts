import type { PlainAppPath } from '@svc/web/shared/paths';
import type { NavigateOptions, RegisteredRouter } from '@tanstack/react-router';

/** The address parameters of pages when they were left. They end with the visit, because they can hold what was searched for. */
const parameters = new Map<string, object>();

/** Notes the filters, the order and the search of each page that is left. */
export function noteLeftPages(router: Pick<RegisteredRouter, 'subscribe'>): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) parameters.set(fromLocation.pathname, fromLocation.search);
  });
}

/** Leads to a list as it was left. */
export function asLeft(path: PlainAppPath): NavigateOptions {
  return { to: path, search: parameters.get(path) ?? {} } as NavigateOptions;
}
