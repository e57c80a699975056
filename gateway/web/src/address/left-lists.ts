import type { PlainAppPath } from '@svc/web/shared/paths';
import type { NavigateOptions, RegisteredRouter } from '@tanstack/react-router';

/** Address parameters of pages when the user left them. Kept only in memory, because they can contain search terms. */
const parameters = new Map<string, object>();

/** Records the filters, order and search of each page that the user leaves. */
export function noteLeftPages(router: Pick<RegisteredRouter, 'subscribe'>): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) parameters.set(fromLocation.pathname, fromLocation.search);
  });
}

/** Link to a list in the state in which the user left it. */
export function asLeft(path: PlainAppPath): NavigateOptions {
  return { to: path, search: parameters.get(path) ?? {} } as NavigateOptions;
}
