import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.js';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** What the handlers note down for the request's line in the log. */
interface RequestNotes {
  requestId: string;
  operation?: string;
  traceId?: string;
}

/** A response that carries notes of its handlers, as those of Express do. */
export interface NotedResponse extends ServerResponse {
  locals: object;
}

/**
 * Where agents find what describes the product (RFC 8288, RFC 9727), and what crawlers may do with what they read (Content Signals).
 * `baseUrl` is the origin of those documents; empty for the host's own.
 */
export function discoveryHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const link = [
    `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    `<${baseUrl}/docs/api>; rel="service-doc"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/openapi+json"`,
  ];
  return { Link: link.join(', '), 'Content-Signal': 'ai-train=no, search=yes, ai-input=yes' };
}

/** Gives each request its id and each response the headers that all carry, and writes one line when it is over. */
export function beginRequest(log: Log, headers: Readonly<Record<string, string>>) {
  return (request: IncomingMessage, response: NotedResponse, next: () => void): void => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    const notes: RequestNotes = {
      requestId: typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID(),
    };
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
        method: request.method,
        status: response.statusCode,
        durationMs,
        ...aborted,
      });
    });
    next();
  };
}

export function requestIdOf(response: NotedResponse): string {
  return (response.locals as RequestNotes).requestId;
}

/** Names the operation, and the trace that it is part of, in the request's line in the log. */
export function noteOperation(response: NotedResponse, operation: string, traceId: string | undefined): void {
  const notes = response.locals as RequestNotes;
  notes.operation = operation;
  if (traceId !== undefined) notes.traceId = traceId;
}
