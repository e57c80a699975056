import type { IncomingMessage } from 'node:http';
import type { Log } from '../log.js';
import { lowersCodes, requestIdOf, type NotedResponse } from './begin-request.js';
import { describeFailure, lowerCaseCode, setHeaders, type ErrorAnswer } from './error-answer.js';
import { endRefusal } from './request-body.js';

export interface ErrorAnswerOptions {
  readonly log: Log;
  /** What stands in `WWW-Authenticate` of an answer, if anything; of a 401 `Bearer` alone when absent. */
  readonly challenge?: Challenge;
}

/** Says where a token is to be had, to whoever was refused for want of one or of a scope. */
export type Challenge = (request: IncomingMessage, failure: ErrorAnswer) => string | undefined;

/** The last handler of a host and the only one that writes error bodies. Express tells it by its four parameters. */
export function answerErrors({ log, challenge }: ErrorAnswerOptions) {
  return async (
    thrown: unknown,
    request: IncomingMessage,
    response: NotedResponse,
    _next: (error?: unknown) => void,
  ): Promise<void> => {
    const requestId = requestIdOf(response);
    if (response.headersSent) {
      // Only a connection that breaks off tells the client that an answer is not whole.
      log.error({ err: thrown, requestId }, 'an answer broke off');
      response.destroy();
      return;
    }
    const failure = describeFailure(thrown, requestId, log);
    const { status, headers, error } = failure;
    setHeaders(response, headers);
    const challenged = challenge?.(request, failure);
    if (challenged !== undefined) response.setHeader('WWW-Authenticate', challenged);
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const code = lowersCodes(response) ? lowerCaseCode(error.code) : error.code;
    await endRefusal(request, response, JSON.stringify({ error: { ...error, code } }));
  };
}
