import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import type { Log } from '@svc/chassis/log';
import type { ErrorRequestHandler, Response } from 'express';
import { fromBodyParser, HttpError } from './http-error.js';
import { requestIdOf } from './begin-request.js';

/** The last middleware and the only place that writes error bodies. Whatever is no AppError is our fault: logged, and 500. */
export function answerError(log: Log): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const requestId = requestIdOf(response);
    if (response.headersSent) {
      // Only a connection that breaks off tells the client that a file is not whole.
      log.error({ err: thrown, requestId }, 'an answer broke off');
      response.destroy();
      return;
    }
    const error = fromBodyParser(thrown);
    if (error instanceof HttpError) {
      send(response, error.status, { code: error.code, message: error.message, details: [], requestId });
    } else if (error instanceof AppError) {
      if (error.cause !== undefined) log.warn({ err: error, requestId }, 'a request was refused');
      if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
      if (error.kind === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
      const { code, message, details } = error;
      send(response, HTTP_STATUS[error.kind], { code, message, details, requestId });
    } else if (isBadPath(error)) {
      send(response, 404, { code: 'NOT_FOUND', message: 'There is no such path.', details: [], requestId });
    } else {
      log.error({ err: error, requestId, method: request.method }, 'a request failed by our fault');
      const message = 'Something went wrong on our side. If it happens again, report the request id.';
      send(response, 500, { code: 'INTERNAL', message, details: [], requestId });
    }
  };
}

/** A path with broken percent-encoding, which the router cannot read. */
function isBadPath(error: unknown): boolean {
  return error instanceof URIError;
}

function send(response: Response, status: number, error: object): void {
  // A body that was not read to its end would be taken for the next request on this connection.
  if (!response.req.complete) response.setHeader('Connection', 'close');
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ error }));
}
