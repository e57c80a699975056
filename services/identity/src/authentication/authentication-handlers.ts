import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { AUDIENCES_MAX, authenticate, type Authentication, CREDENTIALS_MAX } from './authenticate.js';
import { issueServiceAssertion } from './issue-service-assertion.js';
import { renew } from './renew.js';
import type { SigningKeys } from './signing-keys.js';

export interface AuthenticationDependencies extends Authentication {
  readonly keys: SigningKeys;
  /** One or two accepted secrets by service. */
  readonly serviceSecrets: Readonly<Record<string, readonly string[]>>;
}

/** Exchanges credentials for assertions. */
export function authenticationHandlers({
  keys,
  serviceSecrets,
  ...parts
}: AuthenticationDependencies): ServiceHandlers<typeof AuthenticationService> {
  return {
    authenticate: async ({ credentials, signsApprovals, audiences }) => {
      if (credentials.length > CREDENTIALS_MAX)
        throw invalidInput('credentials', `must have at most ${CREDENTIALS_MAX} entries.`);
      if (audiences.length > AUDIENCES_MAX)
        throw invalidInput('audiences', `must have at most ${AUDIENCES_MAX} entries.`);
      return {
        results: await authenticate(parts, credentials, { signsApprovals: signsApprovals === true, audiences }),
      };
    },
    getSigningKeys: async () => ({ publicJwks: await keys.publicJwks() }),
    issueServiceAssertion: async (request) => ({
      assertion: await issueServiceAssertion(parts.issuer, serviceSecrets, request),
    }),
    renew: async (request, { context }) => ({ assertion: await renew(parts, request, context.principal) }),
  };
}
