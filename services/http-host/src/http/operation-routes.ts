import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { type NotedResponse, noteRoute, requestIdOf } from './begin-request.js';
import { disconnectSignal } from './disconnect-signal.js';
import type { EventStreamLimits } from './event-stream.js';
import { methodsOf, type RoutedOperation } from './http-operation.js';
import { type OperationAnswer, sendAnswer } from './operation-answer.js';
import { checkQueryEncoding } from './query-encoding.js';
import { hasBody } from './read-body.js';
import { readExpectedVersion } from './request-headers.js';
import { readInput, type RoutedRequest } from './request-input.js';
import { inRequestSpan } from './request-span.js';

/** A path with its handler for all methods, mounted with a router's `all`. The handler rejects with the error to send. */
export interface Route<Request = RoutedRequest, Response = NotedResponse> {
  readonly path: string;
  readonly handle: (request: Request, response: Response) => Promise<void>;
}

/** A call of an operation whose caller is authorized and whose input is not yet parsed. */
export interface RoutedCall<Operation, Caller, Request = RoutedRequest, Response = NotedResponse> {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly input: Readonly<Record<string, unknown>>;
  /** Version in `If-Match`; null when it is absent, or the operation ignores it. */
  readonly expectedVersion: number | null;
  readonly requestId: string;
  /** Aborted when the client of a read disconnects; writes are always completed. */
  readonly signal: AbortSignal;
  readonly request: Request;
  readonly response: Response;
}

/** The differences between surfaces over HTTP. */
export interface OperationSurface<Operation, Caller, Request = RoutedRequest, Response = NotedResponse> {
  readonly operations: readonly Operation[];
  /** Prefix of the operations' paths, for the URLs of created records. */
  readonly base: string;
  /** Identifies the caller. Rejects for an invalid credential. */
  readonly identify: (operation: Operation, request: Request) => Promise<Caller>;
  /** Throws unless the caller may call the operation now. */
  readonly authorize: (operation: Operation, caller: Caller, response: Response) => void | Promise<void>;
  /** Reads the body of a write; undefined when `run` reads it. */
  readonly readBody: (operation: Operation, request: Request, caller: Caller) => Promise<unknown>;
  /** Parses the input, then runs the operation. */
  readonly run: (call: RoutedCall<Operation, Caller, Request, Response>) => Promise<OperationAnswer>;
  /** Limits of event streams; the product's when unset. */
  readonly eventLimits?: EventStreamLimits;
  /** Attributes of the call's span beside its operation and route. */
  readonly attributes?: (operation: Operation, caller: Caller) => Attributes;
}

/**
 * Returns a route for every operation. Checks of a request are in this order: the caller, the permission, the input. Paths with literal segments come
 * before those with parameters, so that `/deals/due-views` is not matched as the id of a deal.
 */
export function operationRoutes<
  Operation extends RoutedOperation,
  Caller,
  Request extends RoutedRequest,
  Response extends NotedResponse,
>(surface: OperationSurface<Operation, Caller, Request, Response>): Route<Request, Response>[] {
  // Sorts ':' after the letters by replacing it with the last character of the BMP.
  const key = (path: string): string => path.replaceAll(':', '\uffff');
  const placed = surface.operations.flatMap((operation) => {
    const { path, formerPath } = operation.http;
    return [path, formerPath].flatMap((each) => (each === undefined ? [] : [{ path: each, operation }]));
  });
  return [...Map.groupBy(placed, ({ path }) => path)]
    .toSorted(([left], [right]) => (key(left) < key(right) ? -1 : 1))
    .map(([path, there]) => {
      const operations = there.map(({ operation }) => operation);
      return { path, handle: handlerOf(operations, surface, surface.base + path) };
    });
}

/** Returns the paths below which error codes are in lower case. */
export function lowerCasePaths(operations: readonly RoutedOperation[]): string[] {
  const spelled = operations.filter(({ http }) => http.errorCodes === 'lower_case');
  return [...new Set(spelled.map(({ http }) => `/${http.path.split('/')[1] ?? ''}`))];
}

function handlerOf<
  Operation extends RoutedOperation,
  Caller,
  Request extends RoutedRequest,
  Response extends NotedResponse,
>(
  operations: readonly Operation[],
  surface: OperationSurface<Operation, Caller, Request, Response>,
  route: string,
): Route<Request, Response>['handle'] {
  const byMethod = new Map(operations.flatMap((operation) => namesOf(operation).map((name) => [name, operation])));
  return async (request, response) => {
    noteRoute(response, route);
    const operation = byMethod.get(request.method ?? '');
    if (!operation) throw refuseMethod(request, response, [...byMethod.keys()]);
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    await inRequestSpan(request, response, operation.name, async (span) => {
      const first = await surface.identify(operation, request);
      await surface.authorize(operation, first, response);
      if (span.isRecording()) {
        span.setAttributes({
          'svc.operation': operation.name,
          'http.request.method': request.method,
          'http.route': route,
          ...surface.attributes?.(operation, first),
        });
      }
      const body = isGet ? undefined : await surface.readBody(operation, request, first);
      // The caller's permission may have ended while a slow body arrived; running the operation checks it again.
      const caller = hasBody(request) ? await surface.identify(operation, request) : first;
      checkQueryEncoding(request.url ?? '');
      const { query, params } = request;
      const answer = await surface.run({
        operation,
        caller,
        input: readInput(operation.input, { query, params, body }),
        expectedVersion: operation.http.version === 'checked' ? readExpectedVersion(request) : null,
        requestId: requestIdOf(response),
        signal: isGet || operation.tier === 0 ? disconnectSignal(response) : new AbortController().signal,
        request,
        response,
      });
      await sendAnswer(operation, surface.base, answer, params, response, surface.eventLimits);
    });
  };
}

/** Returns an operation's methods, with HEAD for a GET that changes nothing: otherwise a response to HEAD would lose the result. */
function namesOf(operation: RoutedOperation): string[] {
  const { tier = 0 } = operation;
  return methodsOf(operation).flatMap((name) => (name === 'GET' && tier === 0 ? ['GET', 'HEAD'] : [name]));
}

/** Sets `Allow` to the methods of a path, and returns METHOD_NOT_ALLOWED for throwing. */
export function refuseMethod(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): AppError {
  const names = allowed.join(', ');
  response.setHeader('Allow', names);
  return appError('METHOD_NOT_ALLOWED', `This path takes ${names}, not ${request.method}.`);
}
