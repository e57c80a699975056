import { type AgentSurface, type CallContext, currentCall } from './call-context.js';
import { APPROVAL_LIFTED, type UserPrincipal } from './principal.js';

/** How an agent made a call, and the identity it claims, in the call or at sign-in. */
export interface ActingAgent {
  readonly source: AgentSurface;
  /** UUID of the agent's connection; null for the copilot, for adapters, and for what a user accepted. */
  readonly connectionId: string | null;
  readonly actorId: string | null;
  readonly channel: string | null;
  /** The user's approval, claimed for the call; null without one. */
  readonly approvalId: string | null;
}

/** Who changed something, and through which call, as stored with activities. */
export interface CallOrigin {
  /** UUID of the user in whose name it happened. */
  readonly userId: string;
  readonly actorKind: 'user' | 'agent';
  /** Registry name of the operation; empty in background work, where the next two fields are null. */
  readonly operation: string;
  readonly requestId: string | null;
  readonly tier: number | null;
  /** The agent that made the call, or that proposed it to the user. Null for users' own calls, and for background work started by agents. */
  readonly agent: ActingAgent | null;
}

/** The kind of actor behind a user's call: the user, or an agent acting for them. */
export function actorKindOf(user: UserPrincipal): CallOrigin['actorKind'] {
  return user.kind === 'agent' || user.through !== undefined ? 'agent' : 'user';
}

/**
 * The agent that made a call, or that proposed it if a user accepted it; null for a user's own call, or without a caller. The copilot is recognized
 * by its assertion, and claims approvals itself; those of agents count only as their assertions prove them.
 */
export function actingAgent({ principal, agent }: CallContext): ActingAgent | null {
  if (principal === undefined || principal.kind === 'service') return null;
  if (principal.kind === 'user' && principal.through !== undefined) {
    const approvalId = agent?.approvalId ?? null;
    return { source: principal.through, connectionId: null, actorId: null, channel: null, approvalId };
  }
  if (agent === undefined) return null;
  const granted = principal.kind === 'agent' ? principal.agent : null;
  const approval = granted?.approval;
  return {
    source: agent.surface,
    connectionId: granted?.requestId ?? null,
    actorId: agent.actorId ?? granted?.actorId ?? null,
    channel: agent.channel ?? granted?.channel ?? null,
    approvalId: approval === APPROVAL_LIFTED ? null : (approval ?? null),
  };
}

/** The origin of the user's changes in the current call, or in background work. */
export function callOrigin(user: UserPrincipal): CallOrigin {
  const call = currentCall();
  const { operation = '', requestId = null, tier = null } = call ?? {};
  const { userId } = user;
  return { userId, actorKind: actorKindOf(user), operation, requestId, tier, agent: call ? actingAgent(call) : null };
}
