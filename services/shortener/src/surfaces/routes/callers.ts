import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import { createAuthenticator } from '@svc/chassis/credentials/authenticator';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { assertedHost, type AssertedCaller } from '@svc/http-host/http/forwarded-identity';
import { readBearerToken, tokenRefused } from '@svc/http-host/oauth/bearer';
import type { Principal } from '@svc/chassis/calls/principal';
import type { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import type { HostCaller } from '../calls/host-call.js';
import type { Identify } from './host-routes.js';

/** The service that it asks an assertion for. */
const SELF = 'shortener';

/** Callers of the public listener: agents with a token of their own. Cookies and assertions mean nothing there. */
export function identifyByToken(
  identity: Pick<PromiseClient<typeof AuthenticationService>, 'authenticate'>,
  verify: VerifyAssertion,
  authReuseMs: number,
): Identify {
  const authenticate = createAuthenticator<Principal>(async (credentials) => {
    const { results } = await identity.authenticate({
      credentials: credentials.map(({ token }) => ({ credential: { $case: 'agentToken', value: token } })),
      audiences: [SELF],
    });
    // An identity of the release before gives one for all services.
    return Promise.all(
      results.map(async ({ principal }) =>
        principal ? verify(principal.assertions[SELF] ?? principal.assertion) : undefined,
      ),
    );
  }, authReuseMs);
  return async (request) => {
    if (request.headers.authorization === undefined) return { kind: 'guest' };
    const token = readBearerToken(request);
    const principal = token === undefined ? undefined : await authenticate({ kind: 'agent', token });
    if (!principal) throw tokenRefused();
    if (principal.kind === 'service') throw tokenRefused();
    return toCaller({ principal, assertion: '' });
  };
}

/** Callers of the internal listener: those that the gateway identified, else unknown. */
export function identifyByAssertion(verify: VerifyAssertion) {
  return assertedHost<HostCaller>(verify, (asserted) => (asserted ? toCaller(asserted) : { kind: 'guest' }));
}

function toCaller({ principal, assertion, ...forwarded }: AssertedCaller): HostCaller {
  if (principal.kind === 'user') return { kind: 'user', principal, assertion };
  const { userId, agent } = principal;
  // An adapter of the operator only comes through the gateway, and has no links of its own.
  const clientId = agent.clientId ?? '';
  return { kind: 'agent', principal, userId, clientId, scopes: new Set(agent.scopes), forwarded };
}
