import { randomUUID } from 'node:crypto';
import type { Log } from '@svc/chassis/log';
import type { RequestHandler, Response } from 'express';

/** Where agents find the descriptions of this service (RFC 8288, RFC 9727). */
const LINK = [
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</docs/api>; rel="service-doc"',
  '</openapi.json>; rel="service-desc"; type="application/openapi+json"',
].join(', ');

const CONTENT_SIGNAL = 'ai-train=no, search=yes, ai-input=yes';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** What the handlers note down for the request's line in the log. */
interface RequestNotes {
  requestId: string;
  operation?: string;
  traceId?: string;
}

/** Gives each request its id and each response the headers that all carry, and writes one line when it is over. */
export function beginRequest(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    const notes: RequestNotes = {
      requestId: typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID(),
    };
    response.locals = notes;
    response.setHeader('X-Request-Id', notes.requestId);
    response.setHeader('Link', LINK);
    response.setHeader('Content-Signal', CONTENT_SIGNAL);
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

export function requestIdOf(response: Response): string {
  return (response.locals as RequestNotes).requestId;
}

/** Names the operation, and the trace that it is part of, in the request's line in the log. */
export function noteOperation(response: Response, operation: string, traceId: string | undefined): void {
  const notes = response.locals as RequestNotes;
  notes.operation = operation;
  if (traceId !== undefined) notes.traceId = traceId;
}
