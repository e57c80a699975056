import { createAssertionVerifier } from '@svc/chassis/assertions/verify-assertion';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import {
  AgentAuthorizationService,
  type StartDeviceAuthorizationResponse,
  type StartLoginLinkRequest,
  type StartLoginLinkResponse,
} from '@svc/proto/identity/v1/agent_authorization_service';
import { newAddress } from './addresses.js';
import type { IdentityService } from './identity-service.js';

type Authorizations = PromiseClient<typeof AgentAuthorizationService>;

/** An agent that has requested a token, and its codes. */
export interface WaitingAgent extends StartDeviceAuthorizationResponse {
  readonly clientId: string;
  redeem(): ReturnType<Authorizations['redeemDeviceCode']>;
}

/** Registers a client and starts a device authorization. */
export async function startAgent(
  identity: IdentityService,
  asked: { family?: string; clientName?: string; scope?: string; clientId?: string } = {},
): Promise<WaitingAgent> {
  const { family = 'shortener', clientName = 'Example CLI', scope } = asked;
  const agents = agentsOf(identity);
  const clientAddress = newAddress();
  const clientId =
    asked.clientId ?? (await agents.registerClient({ family, clientName, scope, clientAddress })).clientId;
  const started = await agents.startDeviceAuthorization({ family, clientId, scope, clientAddress });
  const { deviceCode } = started;
  return {
    ...started,
    clientId,
    redeem: () => agents.redeemDeviceCode({ family, clientId, deviceCode, clientAddress }),
  };
}

/** Connects an agent that the user has approved, with its token. */
export async function connectAgent(
  identity: IdentityService,
  user: SignedInPrincipal,
  asked: Parameters<typeof startAgent>[1] = {},
): Promise<WaitingAgent & { token: string }> {
  const agent = await startAgent(identity, asked);
  await agentsOf(identity, user).approveAuthorizationRequest({
    requestId: agent.requestId,
    clientAddress: newAddress(),
  });
  const { accessToken: token } = await agent.redeem();
  return { ...agent, token };
}

/** An agent that has requested a token with a login link. */
export interface LinkedAgent extends StartLoginLinkResponse {
  poll(): ReturnType<Authorizations['pollLoginLink']>;
}

/** Starts a login link. */
export async function startLink(
  identity: IdentityService,
  asked: Partial<Omit<StartLoginLinkRequest, 'clientAddress'>> = {},
): Promise<LinkedAgent> {
  const agents = agentsOf(identity);
  const clientAddress = newAddress();
  const request = { clientName: 'Example Assistant', scopes: [], ...asked, clientAddress };
  const started = await agents.startLoginLink(request);
  const { requestId, deviceCode } = started;
  return { ...started, poll: () => agents.pollLoginLink({ requestId, deviceCode, clientAddress }) };
}

/** The methods for agents, anonymously or as a user. */
export function agentsOf(identity: IdentityService, user?: SignedInPrincipal | AgentPrincipal): Authorizations {
  return identity.as(user, AgentAuthorizationService);
}

/** Returns the principal for an agent's token; undefined for an invalid one. */
export async function agentPrincipalOf(identity: IdentityService, token: string): Promise<AgentPrincipal | undefined> {
  const credentials = [{ credential: { $case: 'agentToken' as const, value: token } }];
  const { results } = await identity.authentication.authenticate({ audiences: [], credentials });
  const assertion = results[0]?.principal?.assertion;
  if (assertion === undefined) return undefined;
  const verify = createAssertionVerifier(
    'identity',
    async () => (await identity.authentication.getSigningKeys({})).publicJwks,
  );
  return (await verify(assertion)) as AgentPrincipal;
}
