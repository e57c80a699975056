import type { IncomingMessage, ServerResponse } from 'node:http';
import { endBody } from '@svc/chassis/bodies/request-body';
import { AppError } from '@svc/chassis/errors/app-error';
import { oauthError, type OAuthErrorCode } from '@svc/chassis/errors/oauth-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import type { Log } from '@svc/chassis/logging/log';
import { retryHeaders, setHeaders } from '../http/error-answer.js';

/** Sends JSON that may not be cached (RFC 6749 section 5.1). */
export function sendOAuth(response: ServerResponse, status: number, answer: object): void {
  const body = Buffer.from(JSON.stringify(answer));
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** Sends any failure in OAuth's format, including those of reading the body. `malformed` is the code for a malformed request. */
export async function sendOAuthError(
  error: unknown,
  malformed: OAuthErrorCode,
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
): Promise<void> {
  await endBody(request, response);
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'an agent sign-in failed with an internal error');
    sendOAuth(response, 500, { error: 'server_error', error_description: 'Something went wrong on our side.' });
    return;
  }
  setHeaders(response, retryHeaders(error));
  const code = oauthCodeOf(error, malformed);
  const scheme = schemeOf(request.headers.authorization);
  // A client that tried to authenticate gets 401 (RFC 6749 section 5.2).
  const isChallenged = code === 'invalid_client' && scheme !== undefined;
  // Basic has a realm (RFC 7617 section 2).
  if (isChallenged) response.setHeader('WWW-Authenticate', /^basic$/i.test(scheme) ? 'Basic realm="oauth"' : scheme);
  const status = isChallenged ? 401 : HTTP_STATUS[error.kind];
  sendOAuth(response, status, { error: code, error_description: asciiOf(error.message) });
}

/** OAuth clients do not know the product's own codes. */
function oauthCodeOf({ code, kind }: AppError, malformed: OAuthErrorCode): string {
  if (code in oauthError.codes) return code;
  if (kind === 'method_not_allowed') return 'invalid_request';
  return kind === 'rate_limited' || kind === 'unavailable' || kind === 'timeout'
    ? 'temporarily_unavailable'
    : malformed;
}

/** Name of the scheme in an Authorization header. */
function schemeOf(authorization: string | undefined): string | undefined {
  return /^[A-Za-z]{1,20}(?= |$)/.exec(authorization ?? '')?.[0];
}

/** Descriptions allow only printable ASCII without quotes and backslashes. */
function asciiOf(message: string): string {
  return message.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '');
}
