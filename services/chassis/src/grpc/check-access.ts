import type { AgentPrincipal, Principal, SignedInPrincipal } from '../calls/principal.js';
import { appError } from '../errors/app-error.js';
import { checkApproval } from './check-approval.js';
import type { MethodRule } from './methods.js';
import { closedToAgents } from './server-call.js';

/** Throws FORBIDDEN or ADMIN_REQUIRED unless a method that is not public is open to the caller. Without a rule, a method is open to users. */
export function checkAccess(rule: MethodRule | undefined, principal: Principal): void {
  const { services = [], agentScopes = [], sensitive = 'none', admin = false } = rule ?? {};
  if (principal.kind === 'service') {
    if (services.includes(principal.service)) return;
    throw appError('FORBIDDEN', 'That service may not call this method.');
  }
  if (services.length > 0) throw appError('FORBIDDEN', 'Only services may call this method.');
  if (principal.kind === 'agent') checkScope(principal, agentScopes);
  else checkThrough(principal, agentScopes);
  checkApproval(principal, sensitive);
  if (admin && principal.role !== 'admin') {
    throw appError('ADMIN_REQUIRED', 'Only administrators may do this.');
  }
}

/** A principal that acts for a user may do only what the user could allow an agent to do. */
function checkThrough({ through }: SignedInPrincipal, scopes: readonly string[]): void {
  if (through !== undefined && scopes.length === 0) throw closedToAgents();
}

/** Throws FORBIDDEN unless an agent of the bridge has one of the scopes. Without scopes, agents are refused. */
export function checkScope({ agent }: AgentPrincipal, scopes: readonly string[]): void {
  // Scopes granted by another host's sign-in do not allow calls of services.
  if (scopes.length === 0 || agent.family !== 'bridge') throw closedToAgents();
  if (scopes.some((scope) => agent.scopes.includes(scope))) return;
  throw appError('FORBIDDEN', `The agent needs the scope ${scopes.join(' or ')} for this. Ask the user for it.`);
}
