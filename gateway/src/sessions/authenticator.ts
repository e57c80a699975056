import { createAuthenticator, type Authenticate as AuthenticateAs } from '@svc/chassis/credentials/authenticator';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Caller } from '@svc/operations/operation-context';
import type {
  AuthenticatedPrincipal,
  AuthenticationServiceService,
} from '@svc/proto/identity/v1/authentication_service';

/** Answers who holds a session's or an agent's token; undefined when it opens nothing. Rejects while identity is away. */
export type Authenticate = AuthenticateAs<Caller>;

/** Asks identity about credentials, and uses an answer again for `reuseMs`. */
export function createIdentityAuthenticator(
  identity: Pick<PromiseClient<typeof AuthenticationServiceService>, 'authenticate'>,
  reuseMs: number,
): Authenticate {
  return createAuthenticator(async (credentials) => {
    const asked = credentials.map(({ kind, token }) => ({
      credential: { $case: kind === 'agent' ? ('agentToken' as const) : ('sessionToken' as const), value: token },
    }));
    const { results } = await identity.authenticate({ credentials: asked });
    return results.map(({ principal }) => (principal ? toCaller(principal) : undefined));
  }, reuseMs);
}

function toCaller({ userId, role, assertion }: AuthenticatedPrincipal): Caller {
  return { userId, role: role === 'admin' ? 'admin' : 'user', assertion };
}
