import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@svc/chassis/logging/log';
import { measureRequest } from '@svc/chassis/telemetry/request-metrics';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Facts for the request's log line. */
interface RequestNotes {
  requestId: string;
  /** The caller's request id, if the caller may not set one. */
  callerRequestId?: string;
  operation?: string;
  route?: string;
  traceId?: string;
}

/** A request with the route that Express matched. */
interface MatchedRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
}

/** Responses whose error codes are in lower case. */
const lowered = new WeakSet<ServerResponse>();

/** A response with notes from its handlers, which Express keeps. */
export interface NotedResponse extends ServerResponse {
  locals: object;
}

/** What crawlers may use the content for (Content Signals). */
export const CONTENT_SIGNAL = 'ai-train=no, search=yes, ai-input=yes';

/**
 * Returns links to the descriptions of the product for agents (RFC 8288, RFC 9727), and the policy for crawlers. `baseUrl` is the origin of those
 * documents; empty for the host's own.
 */
export function discoveryHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const link = [
    `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    `<${baseUrl}/docs/api>; rel="service-doc"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/openapi+json"`,
  ];
  return { Link: link.join(', '), 'Content-Signal': CONTENT_SIGNAL };
}

/** Returns the header that restricts browsers to https (RFC 6797); none when the public origin uses another scheme. */
export function transportHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

/** Whether a request comes from a peer that may set its id with `X-Request-Id`. */
export type MayNameRequests = (request: IncomingMessage) => boolean;

/**
 * Assigns each request an id, adds the common headers to its response, and logs one line at the end. The id is new unless `mayName` trusts the
 * caller's; the log also records ids of other callers.
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
  const sent = request.headers['x-request-id'];
  if (typeof sent !== 'string' || !isRequestId(sent)) return { requestId: randomUUID() };
  return mayName(request) ? { requestId: sent } : { requestId: randomUUID(), callerRequestId: sent };
}

/** Adds the path's pattern to the request's log line; the path itself may contain secrets and is never logged. */
export function noteRoute(response: NotedResponse, route: string): void {
  (response.locals as RequestNotes).route = route;
}

function matchedRoute({ baseUrl = '', route }: MatchedRequest): string | undefined {
  return typeof route?.path === 'string' ? baseUrl + route.path : undefined;
}

/** Returns the operation that handled the request; undefined when none did. */
export function operationOf(response: NotedResponse): string | undefined {
  return (response.locals as RequestNotes).operation;
}

/** Whether a text is valid as a request id. */
export function isRequestId(text: string): boolean {
  return SANE_REQUEST_ID.test(text);
}

/** Replaces the request's id in its response and log line, for callers that set it in another way. */
export function renameRequest(response: NotedResponse, requestId: string): void {
  (response.locals as RequestNotes).requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
}

export function requestIdOf(response: NotedResponse): string {
  return (response.locals as RequestNotes).requestId;
}

/** Makes error codes of this response lower case; mount it before the routes. */
export function lowerCodes(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  lowered.add(response);
  next();
}

export function lowersCodes(response: ServerResponse): boolean {
  return lowered.has(response);
}

/** Adds the operation and its trace to the request's log line. */
export function noteOperation(response: NotedResponse, operation: string, traceId: string | undefined): void {
  const notes = response.locals as RequestNotes;
  notes.operation = operation;
  if (traceId !== undefined) notes.traceId = traceId;
}
