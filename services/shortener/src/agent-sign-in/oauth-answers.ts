import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { fromBodyParser } from '@svc/chassis/http/body-parser-errors';
import type { Log } from '@svc/chassis/log';
import type { ErrorRequestHandler, RequestHandler } from 'express';

/** OAuth error codes that are told by the request alone; the others come from identity. */
type RequestErrorCode =
  'invalid_client' | 'invalid_client_metadata' | 'invalid_request' | 'invalid_target' | 'unsupported_grant_type';

/** A failure that OAuth has a code for, answered with the status 400 (RFC 6749 section 5.2). */
export function oauthError(code: RequestErrorCode, message: string): AppError {
  return new AppError('invalid_input', code, message);
}

/** Answers of this kind are for nobody to keep (RFC 6749 section 5.1). */
export const forbidStoring: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
  next();
};

/** Codes of OAuth are in lower case; those of the product, which no OAuth client knows, are not. */
const OAUTH_CODE = /^[a-z_]+$/;

/**
 * Answers every failure in the OAuth form, those of the body parser included. `malformed` is the code of a request whose shape is
 * wrong.
 */
export function answerOAuthError(log: Log, malformed: RequestErrorCode): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = fromBodyParser(thrown);
    if (!(error instanceof AppError)) {
      log.error({ err: error }, 'an agent sign-in failed by our fault');
      response.status(500).json({ error: 'server_error', error_description: 'Something went wrong on our side.' });
      return;
    }
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    const code = oauthCodeOf(error, malformed);
    let status: number = HTTP_STATUS[error.kind];
    const scheme = schemeOf(request.headers.authorization);
    if (code === 'invalid_client' && scheme !== undefined) {
      // Whoever tried to authenticate is told that it did not work (RFC 6749 section 5.2).
      status = 401;
      response.setHeader('WWW-Authenticate', scheme);
    }
    response.status(status).json({ error: code, error_description: asciiOf(error.message) });
  };
}

function oauthCodeOf({ code, kind }: AppError, malformed: RequestErrorCode): string {
  if (OAUTH_CODE.test(code)) return code;
  return kind === 'rate_limited' || kind === 'unavailable' || kind === 'timeout'
    ? 'temporarily_unavailable'
    : malformed;
}

/** Name of the scheme in an Authorization header. */
function schemeOf(authorization: string | undefined): string | undefined {
  return /^[A-Za-z]{1,20}(?= |$)/.exec(authorization ?? '')?.[0];
}

/** Descriptions have printable ASCII without quotes and backslashes only. */
function asciiOf(message: string): string {
  return message.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '');
}
