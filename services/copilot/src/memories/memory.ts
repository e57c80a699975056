import type { ServerCall } from '@svc/chassis/grpc/server-call';

/** Memories that one user can have, archived ones included. */
export const MEMORIES_MAX = 10_000;

/** Who made a memory. */
export interface Provenance {
  readonly actorKind: 'user' | 'agent';
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly requestId: string;
}

/** Who makes a memory, as the call proves: never what the input says of it. */
export function provenanceOf({ user, context }: ServerCall): Provenance {
  const { requestId, agent } = context;
  if (user.kind === 'user') return { actorKind: 'user', actorId: null, channel: null, requestId };
  const { actorId, channel } = user.agent;
  return { actorKind: 'agent', actorId: agent?.actorId ?? actorId, channel: agent?.channel ?? channel, requestId };
}
