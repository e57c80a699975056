import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import type { AssertionIssuer } from './assertion-issuer.js';
import { authenticate, CREDENTIALS_MAX } from './authenticate.js';
import { issueServiceAssertion } from './issue-service-assertion.js';
import type { SigningKeys } from './signing-keys.js';

export interface AuthenticationDependencies {
  readonly pool: Pool;
  readonly keys: SigningKeys;
  readonly issuer: AssertionIssuer;
  readonly serviceSecrets: Readonly<Record<string, string>>;
}

/** Credentials in, assertions out. */
export function authenticationService({
  pool,
  keys,
  issuer,
  serviceSecrets,
}: AuthenticationDependencies): ServiceHandlers<typeof AuthenticationServiceService> {
  return {
    authenticate: async ({ credentials }) => {
      if (credentials.length > CREDENTIALS_MAX)
        throw invalidInput('credentials', `At most ${CREDENTIALS_MAX} at once.`);
      return { results: await authenticate(pool, issuer, credentials) };
    },
    getSigningKeys: async () => ({ publicJwks: await keys.publicJwks() }),
    issueServiceAssertion: async (request) => ({
      assertion: await issueServiceAssertion(issuer, serviceSecrets, request),
    }),
  };
}
