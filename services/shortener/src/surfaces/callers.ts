import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import { createAuthenticator } from '@svc/chassis/credentials/authenticator';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Principal } from '@svc/chassis/principal';
import type { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import type { HostCaller } from './host-call.js';
import type { Identify } from './host-routes.js';
import { unauthorized } from './run-host-operation.js';

/** Header in which the gateway proves who calls; believed on the internal listener alone. */
const ASSERTION_HEADER = 'svc-assertion';

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** Callers of the public listener: agents with a token of their own. Cookies and assertions mean nothing there. */
export function identifyByToken(
  identity: Pick<PromiseClient<typeof AuthenticationServiceService>, 'authenticate'>,
  verify: VerifyAssertion,
  authReuseMs: number,
): Identify {
  const authenticate = createAuthenticator<Principal>(async (credentials) => {
    const { results } = await identity.authenticate({
      credentials: credentials.map(({ token }) => ({ credential: { $case: 'agentToken', value: token } })),
    });
    return Promise.all(results.map(async ({ principal }) => (principal ? verify(principal.assertion) : undefined)));
  }, authReuseMs);
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return { kind: 'guest' };
    const token = BEARER.exec(authorization)?.[1];
    const principal = token === undefined ? undefined : await authenticate({ kind: 'agent', token });
    // A token that opens nothing is no reason to take its holder for a guest.
    if (!principal)
      throw unauthorized('The token is not valid, has expired or was revoked. Start a new device authorization.');
    return toCaller(principal);
  };
}

/** Callers of the internal listener: whoever the gateway has found out, else nobody known. */
export function identifyByAssertion(verify: VerifyAssertion): Identify {
  return async (request) => {
    const assertion = request.headers[ASSERTION_HEADER];
    if (typeof assertion !== 'string' || assertion === '') return { kind: 'guest' };
    return toCaller(await verify(assertion), assertion);
  };
}

function toCaller(principal: Principal, assertion = ''): HostCaller {
  if (principal.kind === 'service') throw unauthorized('This host is for people and agents.');
  if (principal.kind === 'user') return { kind: 'user', principal, assertion };
  const { userId, agent, preferences } = principal;
  const { clientId } = agent;
  return { kind: 'agent', principal, userId, clientId, scopes: new Set(agent.scopes), timeZone: preferences.timeZone };
}
