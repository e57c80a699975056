import type { IncomingMessage } from 'node:http';
import { appError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import { answerErrors, type ErrorAnswerOptions } from './answer-errors.js';
import { beginRequest, noteRoute, type MayNameRequests, type NotedResponse } from './begin-request.js';
import type { Route } from './operation-routes.js';

/** Segments of a path that the log names at most. */
const SEGMENTS_MAX = 10;

/** What is used of an Express application. This package brings no framework; hosts bring theirs. */
export interface HostApp {
  disable(setting: string): unknown;
  set(setting: string, value: unknown): unknown;
  use(handler: (...passed: never[]) => unknown): unknown;
  readonly router: Router;
}

/** What is read of the routes of Express. */
interface Router {
  readonly stack: readonly { readonly route?: { readonly path: unknown } | undefined; readonly handle: unknown }[];
}

/** Begins a host: nothing of the framework shows, and each request has an id, a line in the log, and these headers in its answer. */
export function beginHost(
  app: HostApp,
  { log, headers, mayName }: { log: Log; headers: Readonly<Record<string, string>>; mayName: MayNameRequests },
): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(beginRequest(log, headers, mayName));
}

/** Mounts routes, in their order, on an application or router. */
export function mountRoutes<Request, Response>(
  router: { all(path: string, handle: Route<Request, Response>['handle']): unknown },
  routes: readonly Route<Request, Response>[],
): void {
  for (const { path, handle } of routes) router.all(path, handle);
}

/**
 * Mounts many routes by their first segment and their number of segments, so that a request is compared with a few patterns, not all.
 * Within a group they keep their order. Throws for a path whose group cannot be told: one that begins with a parameter, or has optional parts.
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
  // For who lists the patterns of an application.
  router.use(Object.assign(handle, { stack: [...groups.values()].flatMap(({ stack }) => stack) }));
}

type GroupHandler<Request, Response> = (request: Request, response: Response, next: (error?: unknown) => void) => void;
type GroupRouter<Request, Response> = GroupHandler<Request, Response> &
  Router & { all(path: string, handle: Route<Request, Response>['handle']): unknown };

function groupOfPattern(path: string): string {
  if (/^\/:|[{}*]/.test(path)) throw new Error(`${path} has no first segment or number of segments of its own.`);
  return groupOf(path);
}

/** The first segment and the number of segments; a slash at the end makes none. */
function groupOf(path: string): string {
  const segments = path.split('/', SEGMENTS_MAX);
  if (segments.length > 2 && segments.at(-1) === '') segments.pop();
  return `${segments.length} ${segments[1]}`;
}

/**
 * Ends a host, after all of its routes: any other path is NOT_FOUND, and whatever is thrown is answered in the envelope. The log names
 * such a path by those of its segments that occur in some route, or in `bases`, which routers are mounted at.
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

/** Paths of the routes of an application, those of routers relative to where they are mounted. */
export function listPatterns({ stack }: Router): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return [route.path].flat().filter((path) => typeof path === 'string');
    return typeof handle === 'function' && 'stack' in handle ? listPatterns(handle as unknown as Router) : [];
  });
}

/** The path with a star for each segment that no route has, and for all that is deeper than any route. */
function maskPath(url: string, literals: ReadonlySet<string>): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').map((segment) => (literals.has(segment) ? segment : '*'));
  return segments.slice(0, SEGMENTS_MAX).join('/');
}
