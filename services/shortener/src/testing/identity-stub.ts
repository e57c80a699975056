import { createAssertionVerifier, type VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import { signAssertion } from '@svc/chassis/assertions/sign-assertion';
import { createClient, openConnection, type PromiseClient } from '@svc/chassis/grpc/client';
import { GrpcServer, type ServiceHandlers } from '@svc/chassis/grpc/server';
import type { AgentPrincipal, Principal } from '@svc/chassis/principal';
import { silentLog } from '@svc/chassis/testing/service-database';
import { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';

const KID = 'host-key';

type Stubs<Definition> = {
  -readonly [Method in keyof ServiceHandlers<Definition>]?: ServiceHandlers<Definition>[Method];
};

/** Identity as the hosts see it: it knows the tokens that a test gave out, and answers what a test says. */
export interface IdentityStub {
  readonly authentication: PromiseClient<typeof AuthenticationServiceService>;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationServiceService>;
  readonly verify: VerifyAssertion;
  /** What is known of agents and their sign-in; what a test leaves out fails as a bug would. */
  readonly handlers: Stubs<typeof AgentAuthorizationServiceService>;
  /** A token that opens the public listener for the agent. */
  giveToken(agent: AgentPrincipal): string;
  revokeToken(token: string): void;
  /** What the gateway proves a caller with. */
  sign(principal: Principal): Promise<string>;
  stop(): Promise<void>;
}

export async function startIdentityStub(): Promise<IdentityStub> {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('publicKey' in keys)) throw new Error('Ed25519 has a pair of keys.');
  const publicJwk = { ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), kid: KID, alg: 'EdDSA' };
  const verify = createAssertionVerifier(async () => [JSON.stringify(publicJwk)]);
  const sign = (principal: Principal): Promise<string> =>
    signAssertion(principal, { kid: KID, privateKey: keys.privateKey });
  const holders = new Map<string, AgentPrincipal>();
  const handlers: IdentityStub['handlers'] = {};
  const server = new GrpcServer({ methods: METHOD_OPTIONS, verify, log: silentLog });
  server.add(AuthenticationServiceService, {
    ...failing(AuthenticationServiceService),
    authenticate: async ({ credentials }) => ({
      results: await Promise.all(
        credentials.map(async ({ credential }) => {
          const agent = credential?.$case === 'agentToken' ? holders.get(credential.value) : undefined;
          if (!agent) return { principal: null };
          const { userId, role } = agent;
          return {
            principal: { assertion: await sign(agent), userId, role, sessionId: '', signedInAt: new Date() },
          };
        }),
      ),
    }),
  });
  server.add(AgentAuthorizationServiceService, delegating(AgentAuthorizationServiceService, handlers));
  const connection = openConnection('identity', `127.0.0.1:${await server.listen('127.0.0.1:0')}`, METHOD_OPTIONS);
  let given = 0;
  return {
    authentication: createClient(AuthenticationServiceService, connection),
    authorizations: createClient(AgentAuthorizationServiceService, connection),
    verify,
    handlers,
    giveToken(agent) {
      given += 1;
      const token = `svc_at_${String(given).padStart(43, 't')}`;
      holders.set(token, agent);
      return token;
    },
    revokeToken: (token) => void holders.delete(token),
    sign,
    async stop() {
      connection.close();
      await server.stop();
    },
  };
}

function failing<Definition extends object>(definition: Definition): ServiceHandlers<Definition> {
  return delegating(definition, {});
}

/** Looks for the handler when it is called, so that a test may set it any time before. */
function delegating<Definition extends object>(
  definition: Definition,
  handlers: Stubs<Definition>,
): ServiceHandlers<Definition> {
  const delegates = Object.keys(definition).map((name) => [
    name,
    async (...call: unknown[]): Promise<unknown> => {
      const handler = Reflect.get(handlers, name) as ((...call: unknown[]) => unknown) | undefined;
      if (!handler) throw new Error(`The test has no handler for ${name}.`);
      return handler(...call);
    },
  ]);
  return Object.fromEntries(delegates) as ServiceHandlers<Definition>;
}
