import type { IncomingMessage } from 'node:http';
import { appError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import { answerErrors, type ErrorAnswerOptions } from './answer-errors.js';
import { beginRequest, type MayNameRequests, type NotedResponse, noteRoute } from './begin-request.js';
import type { Route } from './operation-routes.js';

/** Maximum path segments in a log line. */
const SEGMENTS_MAX = 10;

/** The part of an Express application that is used here. Hosts provide the framework, not this package. */
export interface HostApp {
  disable(setting: string): unknown;
  set(setting: string, value: unknown): unknown;
  use(handler: (...passed: never[]) => unknown): unknown;
  readonly router: Router;
}

/** The part of Express's router that is used here. */
interface Router {
  readonly stack: readonly { readonly route?: { readonly path: unknown } | undefined; readonly handle: unknown }[];
}

/** Starts a host: hides the framework, and gives each request an id, a log line, and these response headers. */
export function beginHost(
  app: HostApp,
  { log, headers, mayName }: { log: Log; headers: Readonly<Record<string, string>>; mayName: MayNameRequests },
): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(beginRequest(log, headers, mayName));
}

/** Mounts routes, in order, on an application or router. */
export function mountRoutes<Request, Response>(
  router: { all(path: string, handle: Route<Request, Response>['handle']): unknown },
  routes: readonly Route<Request, Response>[],
): void {
  for (const { path, handle } of routes) router.all(path, handle);
}

/**
 * Mounts many routes, grouped by first segment and number of segments, so that a request is compared with a few patterns instead of all. Within a
 * group they keep their order. Throws for a path with an ambiguous group: one that begins with a parameter, or has optional parts.
 */
export function mountGroupedRoutes<Request extends { readonly path: string }, Response>(
  router: { use(handler: GroupHandler<Request, Response>): unknown },
  routes: readonly Route<Request, Response>[],
  openRouter: () => GroupRouter<Request, Response>,
): void {
  const groups = new Map<string, GroupRouter<Request, Response>>();
  for (const [group, inGroup] of Map.groupBy(routes, ({ path }) => groupOfPattern(path))) {
    const opened = openRouter();
    mountRoutes(opened, inGroup);
    groups.set(group, opened);
  }
  const handle: GroupHandler<Request, Response> = (request, response, next) => {
    const group = groups.get(groupOf(request.path));
    if (group) group(request, response, next);
    else next();
  };
  // Exposes the patterns to the listing of an application's routes.
  router.use(Object.assign(handle, { stack: [...groups.values()].flatMap(({ stack }) => stack) }));
}

type GroupHandler<Request, Response> = (request: Request, response: Response, next: (error?: unknown) => void) => void;
type GroupRouter<Request, Response> = GroupHandler<Request, Response> &
  Router & { all(path: string, handle: Route<Request, Response>['handle']): unknown };

function groupOfPattern(path: string): string {
  if (/^\/:|[{}*]/.test(path)) throw new Error(`${path} has no first segment or number of segments of its own.`);
  return groupOf(path);
}

/** Returns the first segment and the number of segments; a trailing slash adds none. */
function groupOf(path: string): string {
  const segments = path.split('/', SEGMENTS_MAX);
  if (segments.length > 2 && segments.at(-1) === '') segments.pop();
  return `${segments.length} ${segments[1]}`;
}

/**
 * Completes a host, after all of its routes: any other path is NOT_FOUND, and every error gets the envelope. The log contains only those segments of
 * such a path that occur in a route, or in `bases`, the mount points of routers.
 */
export function endHost(
  app: HostApp,
  { bases = [], ...options }: ErrorAnswerOptions & { bases?: readonly string[] },
): void {
  let literals: ReadonlySet<string> | undefined;
  app.use((request: IncomingMessage, response: NotedResponse, next: (error: unknown) => void) => {
    literals ??= new Set([...bases, ...listPatterns(app.router)].flatMap((pattern) => pattern.split('/')));
    noteRoute(response, maskPath(request.url ?? '', literals));
    next(appError('NOT_FOUND', 'There is no such path.'));
  });
  app.use(answerErrors(options));
}

/** Lists the paths of an application's routes; those of routers are relative to their mount point. */
export function listPatterns({ stack }: Router): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return [route.path].flat().filter((path) => typeof path === 'string');
    return typeof handle === 'function' && 'stack' in handle ? listPatterns(handle as unknown as Router) : [];
  });
}

/** Replaces each segment that no route has with a star, as well as everything deeper than any route. */
function maskPath(url: string, literals: ReadonlySet<string>): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').map((segment) => (literals.has(segment) ? segment : '*'));
  return segments.slice(0, SEGMENTS_MAX).join('/');
}
