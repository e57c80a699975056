import { currentCall, type AgentSurface, type CallContext } from './call-context.js';
import type { UserPrincipal } from './principal.js';

/** How an agent made a call, and what it says of itself in it, or said when it was let in. */
export interface ActingAgent {
  readonly source: AgentSurface;
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly approvalId: string | null;
}

/** Who changed something, and through which call: what a line of activity keeps. */
export interface CallOrigin {
  /** UUID of the user in whose name it happened. */
  readonly userId: string;
  readonly actorKind: 'user' | 'agent';
  /** Registry name; empty in background work, where the next two are null. */
  readonly operation: string;
  readonly requestId: string | null;
  readonly tier: number | null;
  /** Null for users, and for what agents have begun and nobody waits for. */
  readonly agent: ActingAgent | null;
}

/** The agent that made a call; null when a user did, or nobody. */
export function actingAgent({ principal, agent }: CallContext): ActingAgent | null {
  if (principal?.kind !== 'agent' || agent === undefined) return null;
  return {
    source: agent.surface,
    actorId: agent.actorId ?? principal.agent.actorId,
    channel: agent.channel ?? principal.agent.channel,
    approvalId: agent.approvalId ?? null,
  };
}

/** The origin of what the user changes in the running call, or in background work. */
export function callOrigin({ userId, kind: actorKind }: UserPrincipal): CallOrigin {
  const call = currentCall();
  const { operation = '', requestId = null, tier = null } = call ?? {};
  return { userId, actorKind, operation, requestId, tier, agent: call ? actingAgent(call) : null };
}
