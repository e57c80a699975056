import { invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AgentAuthorizationService as methods } from '@svc/proto/identity/v1/agent_authorization_service';
import { validate as isUuid } from 'uuid';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import type { AgentLimits } from './agent-limits.js';
import type { AuthorizationRequestRow } from './authorization-request-repo.js';
import { endConnection, listConnectionNames, listConnections } from './connections/connection-repo.js';
import { renewConnection } from './connections/renew-connection.js';
import { approveAuthorizationRequest, prepareApproval } from './decisions/approve-authorization-request.js';
import { denyAuthorizationRequest } from './decisions/deny-authorization-request.js';
import { getAuthorizationRequest } from './decisions/get-authorization-request.js';
import { isRecentlySignedIn } from './decisions/recent-sign-in.js';
import { redeemDeviceCode } from './device-flow/redeem-device-code.js';
import { registerClient } from './device-flow/register-client.js';
import { startDeviceAuthorization } from './device-flow/start-device-authorization.js';
import { pollLoginLink } from './login-link/poll-login-link.js';
import { startLoginLink } from './login-link/start-login-link.js';
import { readAnyFamily, readFamily } from './scopes.js';
import { showUserCode } from './user-code.js';

/** Maximum connections per lookup: one page of a list. */
const NAMED_MAX = 200;

export interface AgentAuthorizationDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly signInLimit: SignInLimit;
  readonly agentLimits: AgentLimits;
  /** Lifetime of a new agent's token in seconds. */
  readonly agentTokenLifetimeSeconds: number;
  /** Resolves when no process still accepts a revoked token. */
  readonly untilForgotten: () => Promise<void>;
}

/** Authorization of agents, and users' decisions about it. */
export function agentAuthorizationHandlers(
  dependencies: AgentAuthorizationDependencies,
): ServiceHandlers<typeof methods> {
  const { pool, write, signInLimit, agentLimits, agentTokenLifetimeSeconds, untilForgotten } = dependencies;
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
    startLoginLink: async ({ clientAddress, ...asked }) => {
      await agentLimits.countStart(clientAddress);
      return startLoginLink(pool, asked, agentTokenLifetimeSeconds);
    },
    pollLoginLink: async ({ clientAddress, ...codes }) => {
      await agentLimits.countPoll(clientAddress);
      return pollLoginLink(pool, codes);
    },
    getAuthorizationRequest: async (request, { signedIn }) => {
      const found = await getAuthorizationRequest(pool, agentLimits, signedIn.userId, request);
      const passwordRequired = found.status === 'pending' && !(await isRecentlySignedIn(pool, signedIn));
      return { request: toMessage(found), passwordRequired };
    },
    approveAuthorizationRequest: write(methods.approveAuthorizationRequest, {
      before: (request, { signedIn }) => prepareApproval(pool, signInLimit, signedIn, request),
      work: async (tx, { requestId }, { signedIn }) => ({
        request: toMessage(await approveAuthorizationRequest(tx, signedIn, requestId)),
      }),
    }),
    denyAuthorizationRequest: write(methods.denyAuthorizationRequest, async (tx, { requestId }, { signedIn }) => ({
      request: toMessage(await denyAuthorizationRequest(tx, signedIn.userId, requestId)),
    })),
    listAgentConnections: async ({ family, ...request }, { user }) => {
      const page = pageOf(request);
      const { rows: connections, total } = await listConnections(pool, user.userId, readAnyFamily(family), page);
      return { connections, totalSize: total, tokenLifetimeSeconds: agentTokenLifetimeSeconds };
    },
    nameAgentConnections: async ({ connectionIds }, { user }) => {
      const names = await listConnectionNames(pool, user.userId, readNamed(connectionIds));
      return { names: Object.fromEntries(names) };
    },
    revokeAgentConnection: write(methods.revokeAgentConnection, {
      work: async (tx, { family, requestId }, { user }) => {
        if (!(await endConnection(tx, user.userId, readAnyFamily(family), requestId))) throw noSuch('agent connection');
      },
      after: untilForgotten,
    }),
    renewAgentConnection: write(methods.renewAgentConnection, async (tx, request, { user }) => ({
      connection: await renewConnection(tx, user.userId, request),
    })),
  };
}

/** Throws VALIDATION_ERROR for too many ids; a malformed id matches no connection. */
function readNamed(connectionIds: readonly string[]): string[] {
  if (connectionIds.length > NAMED_MAX) throw invalidInput('connectionIds', `must have at most ${NAMED_MAX} entries.`);
  return connectionIds.filter((id) => isUuid(id));
}

function toMessage(row: AuthorizationRequestRow) {
  return { ...row, userCode: showUserCode(row.userCode) };
}
