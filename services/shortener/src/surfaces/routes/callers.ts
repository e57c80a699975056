import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { Principal } from '@svc/chassis/calls/principal';
import { createAuthenticator } from '@svc/chassis/credentials/authenticator';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { type AssertedCaller, assertedHost } from '@svc/http-host/http/forwarded-identity';
import { readBearerToken, tokenRefused } from '@svc/http-host/oauth/bearer';
import type { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import type { HostCaller } from '../calls/host-call.js';
import type { Identify } from './host-routes.js';

/** Audience of the requested assertion. */
const SELF = 'shortener';

/** Identifies callers of the public listener by their agent token. Ignores cookies and assertions. */
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
    // The previous release's identity returns one assertion for all services.
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

/** Identifies callers of the internal listener by the gateway's assertion; others are unknown. */
export function identifyByAssertion(verify: VerifyAssertion) {
  return assertedHost<HostCaller>(verify, (asserted) => (asserted ? toCaller(asserted) : { kind: 'guest' }));
}

function toCaller({ principal, assertion, ...forwarded }: AssertedCaller): HostCaller {
  if (principal.kind === 'user') return { kind: 'user', principal, assertion };
  const { userId, agent } = principal;
  // An operator's adapter calls only through the gateway, and owns no links.
  const clientId = agent.clientId ?? '';
  return { kind: 'agent', principal, userId, clientId, scopes: new Set(agent.scopes), forwarded };
}
