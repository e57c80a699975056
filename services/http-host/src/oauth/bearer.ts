import type { IncomingMessage } from 'node:http';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { Challenge } from '../http/answer-errors.js';

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** Reads the token in `Authorization`; undefined without a well-formed one. */
export function readBearerToken({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/**
 * Returns the `WWW-Authenticate` header of a 401 (RFC 9728 section 5.1), and of a 403 whose error names `scopes` of which one is missing. A client
 * that sent a token is told that it is invalid, others only where to get one (RFC 6750 section 3.1). Clients request the scopes of the header: those
 * that were `granted`, which a new token would otherwise lose, and of the missing ones only the first, narrowest one.
 */
export function bearerChallenge(resourceMetadata: string): Challenge {
  const challenge = `Bearer resource_metadata="${resourceMetadata}"`;
  return ({ headers }, { status, error: { scopes, granted } }) => {
    if (status === 401) return headers.authorization === undefined ? challenge : `${challenge}, error="invalid_token"`;
    if (status !== 403 || !Array.isArray(scopes)) return undefined;
    return `${challenge}, error="insufficient_scope", scope="${[...(Array.isArray(granted) ? granted : []), scopes[0]].join(' ')}"`;
  };
}

/** The error for an invalid token, whose holder is not an anonymous guest; `ways` describes how to get a new token. */
export function tokenRefused(ways = 'a device authorization'): AppError {
  return appError(
    'UNAUTHENTICATED',
    `The token is not valid, has expired or was revoked. Start ${ways} for a new one.`,
  );
}
