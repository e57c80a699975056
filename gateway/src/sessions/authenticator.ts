import { type Authenticator, createAuthenticator, type Credential } from '@svc/chassis/credentials/authenticator';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { assertionsOf, AUDIENCES } from '@svc/operations/run/assertions';
import type { Caller } from '@svc/operations/run/operation-context';
import type {
  AuthenticatedPrincipal,
  AuthenticationService,
  Credential as AskedCredential,
} from '@svc/proto/identity/v1/authentication_service';

/** Finds the holder of a session's or an agent's token; undefined when it is not valid. Rejects while identity is down. */
export type Authenticate = Authenticator<Caller>;

/** Looks up credentials in identity, and caches the results for `reuseMs`. */
export function createIdentityAuthenticator(
  identity: Pick<PromiseClient<typeof AuthenticationService>, 'authenticate'>,
  reuseMs: number,
): Authenticate {
  return createAuthenticator(async (credentials) => {
    const { results } = await identity.authenticate({
      credentials: credentials.map(toMessage),
      signsApprovals: true,
      audiences: [...AUDIENCES],
    });
    return results.map(({ principal }) => (principal ? toCaller(principal) : undefined));
  }, reuseMs);
}

function toCaller({ userId, role, agent, ...proved }: AuthenticatedPrincipal): Caller {
  const assertions = assertionsOf(proved);
  if (!agent) return { kind: 'user', userId, role: role === 'admin' ? 'admin' : 'user', assertions };
  const { requestId, clientId, family, scopes, actorId, channel } = agent;
  return {
    kind: 'agent',
    userId,
    connectionId: requestId ?? null,
    clientId: clientId ?? null,
    family: family === 'shortener' ? family : 'bridge',
    scopes,
    actorId: actorId ?? null,
    channel: channel ?? null,
    assertions,
  };
}

function toMessage(credential: Credential): AskedCredential {
  const { token } = credential;
  if (credential.kind === 'adapter') {
    const value = { secret: token, actingUserId: credential.actingUserId };
    return { credential: { $case: 'adapter', value } };
  }
  const $case = credential.kind === 'agent' ? 'agentToken' : 'sessionToken';
  return { credential: { $case, value: token }, administers: credential.administers === true };
}
