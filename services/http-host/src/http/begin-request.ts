import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@svc/chassis/logging/log';
import { measureRequest } from '@svc/chassis/telemetry/request-metrics';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** What the handlers note down for the request's line in the log. */
interface RequestNotes {
  requestId: string;
  /** What a caller that may not name requests calls this one. */
  callerRequestId?: string;
  operation?: string;
  route?: string;
  traceId?: string;
}

/** What Express knows of the route that answers. */
interface MatchedRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
}

/** Responses whose error codes are spelled in lower case. */
const lowered = new WeakSet<ServerResponse>();

/** A response that carries notes of its handlers, as those of Express do. */
export interface NotedResponse extends ServerResponse {
  locals: object;
}

/** What crawlers may do with what they read (Content Signals). */
export const CONTENT_SIGNAL = 'ai-train=no, search=yes, ai-input=yes';

/**
 * Where agents find what describes the product (RFC 8288, RFC 9727), and what crawlers may do.
 * `baseUrl` is the origin of those documents; empty for the host's own.
 */
export function discoveryHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const link = [
    `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    `<${baseUrl}/docs/api>; rel="service-doc"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/openapi+json"`,
  ];
  return { Link: link.join(', '), 'Content-Signal': CONTENT_SIGNAL };
}

/** Makes browsers that were here over https come back over https alone (RFC 6797); nothing where the public origin is another. */
export function transportHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

/** Whether a request comes from a peer that may name it by `X-Request-Id`. */
export type MayNameRequests = (request: IncomingMessage) => boolean;

/**
 * Gives each request its id and each response the headers that all carry, and writes one line when it is over. The id is a new one unless
 * `mayName` says that the caller's is believed; the log keeps what other callers say beside it.
 */
export function beginRequest(log: Log, headers: Readonly<Record<string, string>>, mayName: MayNameRequests) {
  return (request: MatchedRequest, response: NotedResponse, next: () => void): void => {
    const startedAt = performance.now();
    const notes = nameRequest(request, mayName);
    response.locals = notes;
    response.setHeader('X-Request-Id', notes.requestId);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.setHeader('Cache-Control', 'no-store');
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const aborted = response.writableFinished ? {} : { aborted: true };
      log.line({
        msg: 'request',
        ...notes,
        route: notes.route ?? matchedRoute(request),
        method: request.method,
        status: response.statusCode,
        durationMs,
        ...aborted,
      });
      const { operation } = notes;
      measureRequest(startedAt, { method: request.method ?? '', status: response.statusCode, operation });
    });
    next();
  };
}

function nameRequest(request: IncomingMessage, mayName: MayNameRequests): RequestNotes {
  const given = request.headers['x-request-id'];
  if (typeof given !== 'string' || !isRequestId(given)) return { requestId: randomUUID() };
  return mayName(request) ? { requestId: given } : { requestId: randomUUID(), callerRequestId: given };
}

/** Names the pattern of the path in the request's line in the log; paths themselves may hold secrets and never stand there. */
export function noteRoute(response: NotedResponse, route: string): void {
  (response.locals as RequestNotes).route = route;
}

function matchedRoute({ baseUrl = '', route }: MatchedRequest): string | undefined {
  return typeof route?.path === 'string' ? baseUrl + route.path : undefined;
}

/** The operation that answered the request; undefined when it reached none. */
export function operationOf(response: NotedResponse): string | undefined {
  return (response.locals as RequestNotes).operation;
}

/** Whether a caller may name a request so. */
export function isRequestId(text: string): boolean {
  return SANE_REQUEST_ID.test(text);
}

/** Renames the request, in its answer and its line in the log, when a caller has its own way to name it. */
export function renameRequest(response: NotedResponse, requestId: string): void {
  (response.locals as RequestNotes).requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
}

export function requestIdOf(response: NotedResponse): string {
  return (response.locals as RequestNotes).requestId;
}

/** Says that this answer, should it be an error, spells its code in lower case; to be mounted before the routes that do. */
export function lowerCodes(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  lowered.add(response);
  next();
}

export function lowersCodes(response: ServerResponse): boolean {
  return lowered.has(response);
}

/** Names the operation, and the trace that it is part of, in the request's line in the log. */
export function noteOperation(response: NotedResponse, operation: string, traceId: string | undefined): void {
  const notes = response.locals as RequestNotes;
  notes.operation = operation;
  if (traceId !== undefined) notes.traceId = traceId;
}
