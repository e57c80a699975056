import type { IncomingMessage } from 'node:http';
import type { Credential } from '@svc/chassis/credentials/authenticator';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { tokenRefused } from '@svc/http-host/oauth/bearer';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import type { Authenticate } from '../../sessions/authenticator.js';
import { CALL_HEADERS, readActingUserId } from './call-headers.js';

const AGENT_TOKEN = /^svc_at_[A-Za-z0-9_-]{20,200}$/;

/** Identifies the calling agent. Rejects everyone else with UNAUTHENTICATED. */
export type IdentifyAgent = (request: IncomingMessage) => Promise<AgentCaller>;

/** How agents get a token. */
const WAYS = 'a login link at /api/agent/auth/start or the OAuth device flow';

/** Agents send their token; adapters send the shared secret and the user for whom they act. Sessions are not accepted. */
export function identifyAgents(authenticate: Authenticate): IdentifyAgent {
  return async (request) => {
    const credential = readCredential(request);
    const caller = await authenticate(credential);
    if (caller?.kind !== 'agent' || caller.family !== 'bridge') {
      throw credential.kind === 'adapter' ? adapterRefused() : tokenRefused(WAYS);
    }
    return caller;
  };
}

function readCredential(request: IncomingMessage): Credential {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw appError(
      'UNAUTHENTICATED',
      'This needs a token. Request one at /api/agent/auth/start or with the OAuth device flow.',
    );
  }
  const token = /^Bearer +([\x21-\x7e]{20,1024})$/i.exec(authorization)?.[1];
  if (token === undefined) throw tokenRefused(WAYS);
  if (AGENT_TOKEN.test(token)) return { kind: 'agent', token };
  const actingUserId = readActingUserId(request);
  if (actingUserId === undefined) throw noToken();
  return { kind: 'adapter', token, actingUserId };
}

function adapterRefused(): AppError {
  return appError(
    'UNAUTHENTICATED',
    `The service secret is wrong, or ${CALL_HEADERS.actingUserId} names no user here. Check both with the operator.`,
  );
}

function noToken(): AppError {
  return appError(
    'UNAUTHENTICATED',
    `This is not an agent's token. An adapter of the operator must also name its user in ${CALL_HEADERS.actingUserId}.`,
  );
}
