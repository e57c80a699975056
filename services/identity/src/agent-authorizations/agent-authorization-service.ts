import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import type { AgentLimits } from './agent-limits.js';
import { approveAuthorizationRequest } from './approve-authorization-request.js';
import type { AuthorizationRequestRow } from './authorization-request-repo.js';
import { endConnection, listConnections } from './connection-repo.js';
import { denyAuthorizationRequest } from './deny-authorization-request.js';
import { getAuthorizationRequest } from './get-authorization-request.js';
import { isRecentlySignedIn } from './recent-sign-in.js';
import { redeemDeviceCode } from './redeem-device-code.js';
import { registerClient } from './register-client.js';
import { readFamily } from './scopes.js';
import { startDeviceAuthorization } from './start-device-authorization.js';
import { showUserCode } from './user-code.js';

export interface AgentAuthorizationDependencies {
  readonly pool: Pool;
  readonly signInLimit: SignInLimit;
  readonly agentLimits: AgentLimits;
  /** Seconds that a new agent's token lives. */
  readonly agentTokenLifetimeSeconds: number;
  /** Returns when nobody can still take an ended token for granted. */
  readonly untilForgotten: () => Promise<void>;
}

/** How agents get their tokens, and what users decide about them. */
export function agentAuthorizationService(
  dependencies: AgentAuthorizationDependencies,
): ServiceHandlers<typeof AgentAuthorizationServiceService> {
  const { pool, signInLimit, agentLimits, agentTokenLifetimeSeconds, untilForgotten } = dependencies;
  return {
    registerClient: async ({ family, clientAddress, ...metadata }) => {
      await agentLimits.countRegistration(clientAddress);
      const client = await registerClient(pool, readFamily(family), metadata);
      return {
        clientId: client.id,
        issuedAt: client.createdAt,
        clientName: client.name,
        clientUri: client.uri,
        scope: client.scopes.join(' '),
      };
    },
    startDeviceAuthorization: async ({ family, clientAddress, ...asked }) => {
      await agentLimits.countStart(clientAddress);
      return startDeviceAuthorization(pool, readFamily(family), asked, agentTokenLifetimeSeconds);
    },
    redeemDeviceCode: async ({ family, clientAddress, ...codes }) => {
      await agentLimits.countPoll(clientAddress);
      return redeemDeviceCode(pool, readFamily(family), codes);
    },
    getAuthorizationRequest: async (request, { signedIn }) => {
      const found = await getAuthorizationRequest(pool, agentLimits, signedIn.userId, request);
      const passwordRequired = found.status === 'pending' && !(await isRecentlySignedIn(pool, signedIn));
      return { request: toMessage(found), passwordRequired };
    },
    approveAuthorizationRequest: async (request, { signedIn }) => ({
      request: toMessage(await approveAuthorizationRequest(pool, signInLimit, signedIn, request)),
    }),
    denyAuthorizationRequest: async ({ requestId }, { signedIn }) => ({
      request: toMessage(await denyAuthorizationRequest(pool, signedIn.userId, requestId)),
    }),
    listAgentConnections: async ({ family, ...request }, { user }) => {
      const { limit, offset } = pageOf(request);
      const { connections, total } = await listConnections(pool, user.userId, readFamily(family), limit, offset);
      return { connections, totalSize: total };
    },
    revokeAgentConnection: async ({ family, requestId }, { user }) => {
      if (!(await endConnection(pool, user.userId, readFamily(family), requestId))) throw notFound('agent connection');
      await untilForgotten();
      return {};
    },
  };
}

function toMessage(row: AuthorizationRequestRow) {
  return { ...row, userCode: showUserCode(row.userCode) };
}
