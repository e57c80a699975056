import type { Principal, SignedInPrincipal, UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, invalidInput } from '@svc/chassis/errors/app-error';
import type { RenewRequest } from '@svc/proto/identity/v1/authentication_service';
import { PROCESS_NAMES, reachOf } from '@svc/topology/processes';
import type { Authentication } from './authenticate.js';
import { findAgentPrincipal, findSessionPrincipal, listUserPrincipals } from './principal-repo.js';
import { adapterPrincipal, agentPrincipal, signedInPrincipal } from './principals.js';

/**
 * Issues a fresh assertion for work that continues for a user, valid for the requesting service and those that it calls. It has the grant's current
 * permissions, limited to those with which the work began, and never an administrator's; for the copilot it is marked so. Throws GRANT_ENDED once the
 * session, the connection or the account has ended.
 */
export async function renew(
  parts: Authentication,
  request: RenewRequest,
  asking: Principal | undefined,
): Promise<string> {
  const service = PROCESS_NAMES.find((name) => asking?.kind === 'service' && name === asking.service);
  if (!service) throw new Error('Only services from the table of processes may renew an assertion.');
  // The approval was for one call, not for the work after it.
  const principal = parts.issuer.withApproval(await findGranted(parts, request), null);
  return parts.issuer.issue(service === 'copilot' ? actedFor(principal) : principal, reachOf(service));
}

/** Marks the principal, because the copilot's actions for a user must never look like the user's own. */
function actedFor(principal: UserPrincipal): SignedInPrincipal {
  if (principal.kind === 'agent')
    throw invalidInput('grant', 'must name a session, because the copilot acts only for users.');
  return { ...principal, through: 'copilot' };
}

async function findGranted(
  { pool, adapterSecrets }: Authentication,
  { userId, grant, scopes }: RenewRequest,
): Promise<UserPrincipal> {
  if (!grant) throw invalidInput('grant', 'must name a session, the request of an agent, or an adapter.');
  if (grant.$case === 'adapterUserId') {
    const [user] = adapterSecrets === undefined ? [] : await listUserPrincipals(pool, [userId]);
    if (!user)
      throw grantEnded('The adapter may no longer act for this user, or the account is gone. Ask an administrator.');
    const adapter = adapterPrincipal(user);
    return { ...adapter, agent: { ...adapter.agent, scopes: commonScopes(adapter.agent.scopes, scopes) } };
  }
  if (grant.$case === 'sessionId') {
    const row = await findSessionPrincipal(pool, userId, grant.value);
    if (!row) throw grantEnded('The session that started this work has ended. Sign in and start again.');
    return { ...signedInPrincipal(row), role: 'user' };
  }
  const row = await findAgentPrincipal(pool, userId, grant.value);
  if (!row)
    throw grantEnded('The agent connection that started this work has ended. Connect the agent and start again.');
  const principal = agentPrincipal(row);
  return { ...principal, agent: { ...principal.agent, scopes: commonScopes(principal.agent.scopes, scopes) } };
}

function commonScopes(granted: readonly string[], began: readonly string[]): string[] {
  const common = granted.filter((scope) => began.length === 0 || began.includes(scope));
  if (common.length === 0)
    throw grantEnded('The agent no longer has any of its scopes. Connect the agent again and start again.');
  return common;
}

function grantEnded(message: string): Error {
  return appError('GRANT_ENDED', message);
}
