import { describeFailure, lowerCaseCode } from '@svc/chassis/http/error-answer';
import type { Log } from '@svc/chassis/log';
import type { ErrorRequestHandler } from 'express';
import { requestIdOf } from '@svc/chassis/http/begin-request';

/** Routes whose error codes are spelled in lower case, as the short-link host spells them. */
const LOWER_CASE_CODES = /^\/(api\/shorten|api\/shortener|r)(\/|$)/;

/** The last middleware and the only place that writes error bodies. */
export function answerError(log: Log): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const requestId = requestIdOf(response);
    if (response.headersSent) {
      // Only a connection that breaks off tells the client that a file is not whole.
      log.error({ err: thrown, requestId }, 'an answer broke off');
      response.destroy();
      return;
    }
    const { status, headers, error } = describeFailure(thrown, requestId, log);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // A body that was not read to its end would be taken for the next request on this connection.
    if (!request.complete) response.setHeader('Connection', 'close');
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const isLowerCase = LOWER_CASE_CODES.test(request.path);
    response.end(JSON.stringify({ error: isLowerCase ? { ...error, code: lowerCaseCode(error.code) } : error }));
  };
}
