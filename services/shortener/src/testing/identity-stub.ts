import { type AsGranted, grantOf, renewGrants } from '@svc/chassis/assertions/renewal';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { AgentPrincipal, Principal, UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import { createClient, type PromiseClient } from '@svc/chassis/grpc/client';
import { openConnection } from '@svc/chassis/grpc/connection';
import { GrpcServer } from '@svc/chassis/grpc/server';
import { fakeMethods } from '@svc/chassis/testing/fake-methods';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestIssuer, stubHandlers, type Stubs } from '@svc/chassis/testing/stub-server';
import { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';

/** A fake identity for the hosts: accepts the tokens that a test issued, and responds as the test configures. */
export interface IdentityStub {
  readonly authentication: PromiseClient<typeof AuthenticationService>;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationService>;
  readonly verify: VerifyAssertion;
  /** Public settings of the product. */
  readonly settings: { maintenanceMode: boolean; getPublicSettings(): Promise<{ readonly maintenanceMode: boolean }> };
  /** Handlers for agents and their sign-in; a missing one fails like a bug. */
  readonly handlers: Stubs<typeof AgentAuthorizationService>;
  /** Issues a token for the agent at the public listener. */
  giveToken(agent: AgentPrincipal): string;
  revokeToken(token: string): void;
  /** Ids of sessions and connections that have ended. */
  readonly endedGrants: Set<string>;
  /** Renewals, which the shortener requests when a call has taken long. */
  readonly asGranted: AsGranted;
  /** Assertions of callers, as the gateway forwards them. */
  sign(principal: Principal): Promise<string>;
  stop(): Promise<void>;
}

export async function startIdentityStub(): Promise<IdentityStub> {
  const { verify, sign } = await createTestIssuer();
  const holders = new Map<string, AgentPrincipal>();
  const handlers: IdentityStub['handlers'] = {};
  const known = new Map<string, UserPrincipal>();
  const endedGrants = new Set<string>();
  const server = new GrpcServer({ methods: fakeMethods(METHOD_OPTIONS), verify, log: silentLog });
  server.add(AuthenticationService, {
    ...stubHandlers(AuthenticationService),
    renew: async ({ grant }) => {
      const principal = known.get(grant?.value ?? '');
      if (!principal || endedGrants.has(grant?.value ?? ''))
        throw appError('GRANT_ENDED', 'The session has ended. Sign in again.');
      return { assertion: await sign(principal) };
    },
    authenticate: async ({ credentials, audiences }) => ({
      results: await Promise.all(
        credentials.map(async ({ credential }) => {
          const agent = credential?.$case === 'agentToken' ? holders.get(credential.value) : undefined;
          if (!agent) return { principal: null };
          const { userId, role } = agent;
          const assertion = await sign(agent);
          const assertions = Object.fromEntries(audiences.map((service) => [service, assertion]));
          return {
            principal: { assertion: '', assertions, userId, role, sessionId: '', signedInAt: new Date() },
          };
        }),
      ),
    }),
  });
  server.add(AgentAuthorizationService, stubHandlers(AgentAuthorizationService, handlers));
  const connection = openConnection('identity', `127.0.0.1:${await server.listen('127.0.0.1:0')}`, METHOD_OPTIONS);
  let tokenCount = 0;
  const authentication = createClient(AuthenticationService, connection);
  const asService = createServiceCaller('shortener', () => sign({ kind: 'service', service: 'shortener' }));
  const settings: IdentityStub['settings'] = {
    maintenanceMode: false,
    getPublicSettings: async () => settings,
  };
  return {
    authentication,
    settings,
    endedGrants,
    asGranted: renewGrants({ asService, source: authentication, verify }),
    authorizations: createClient(AgentAuthorizationService, connection),
    verify,
    handlers,
    giveToken(agent) {
      tokenCount += 1;
      const token = `svc_at_${String(tokenCount).padStart(43, 't')}`;
      holders.set(token, agent);
      return token;
    },
    revokeToken: (token) => void holders.delete(token),
    sign(principal) {
      if (principal.kind !== 'service') known.set(grantOf(principal).id, principal);
      return sign(principal);
    },
    async stop() {
      connection.close();
      await server.stop();
    },
  };
}
