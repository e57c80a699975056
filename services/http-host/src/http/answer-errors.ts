import type { IncomingMessage } from 'node:http';
import { endRefusal } from '@svc/chassis/bodies/request-body';
import type { Log } from '@svc/chassis/logging/log';
import { lowersCodes, type NotedResponse, requestIdOf } from './begin-request.js';
import { describeFailure, type ErrorAnswer, lowerCaseCode, setHeaders } from './error-answer.js';

export interface ErrorAnswerOptions {
  readonly log: Log;
  /** The `WWW-Authenticate` header of a response, if any; when absent, a 401 has only `Bearer`. */
  readonly challenge?: Challenge;
  /** Renders an error as a page for clients that prefer HTML; when absent, errors are always JSON. */
  readonly pageOf?: PageOf;
}

/** Returns the challenge with the location of tokens, for refusals of a missing token or scope. */
export type Challenge = (request: IncomingMessage, failure: ErrorAnswer) => string | undefined;

/** A page that shows an error. */
export interface ErrorPage {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the page for an error; undefined when the response should be JSON. */
export type PageOf = (request: IncomingMessage, failure: ErrorAnswer) => ErrorPage | undefined;

/** The last handler of a host, and the only one that writes error bodies. Express requires its four parameters. */
export function answerErrors({ log, challenge, pageOf }: ErrorAnswerOptions) {
  return async (
    thrown: unknown,
    request: IncomingMessage,
    response: NotedResponse,
    _next: (error?: unknown) => void,
  ): Promise<void> => {
    const requestId = requestIdOf(response);
    if (response.headersSent) {
      // Only a broken connection tells the client that a response is incomplete.
      log.error({ err: thrown, requestId }, 'a response was cut off');
      response.destroy();
      return;
    }
    const failure = describeFailure(thrown, requestId, log);
    const { status, headers, error } = failure;
    setHeaders(response, headers);
    const challenged = challenge?.(request, failure);
    if (challenged !== undefined) response.setHeader('WWW-Authenticate', challenged);
    response.statusCode = status;
    const page = pageOf?.(request, failure);
    if (page) {
      setHeaders(response, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers });
      await endRefusal(request, response, page.text);
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const code = lowersCodes(response) ? lowerCaseCode(error.code) : error.code;
    await endRefusal(request, response, JSON.stringify({ error: { ...error, code } }));
  };
}
