import type { Memory } from '@svc/proto/copilot/v1/memory_service';
import { connectionNames } from '../agent-connections/connection-names.js';
import type { Clients } from '../run/clients.js';

/** Maps memories to the public API, with the names of the agents that wrote them if identity answers in time. */
export async function nameAgents(clients: Pick<Clients, 'agentAuthorizations'>, memories: readonly Memory[]) {
  const ids = new Set(memories.flatMap(({ provenance }) => provenance?.connectionId ?? []));
  const names = await connectionNames(clients, ids);
  return memories.map(({ provenance, notice = null, approvalNote = null, ...memory }) => {
    const { connectionId = null, approvalId = null } = provenance ?? {};
    const agentName = names[connectionId ?? ''] ?? null;
    return {
      ...memory,
      notice,
      approvalNote,
      provenance: provenance && { ...provenance, connectionId, approvalId, agentName },
    };
  });
}

/** Maps one memory. */
export async function named(clients: Pick<Clients, 'agentAuthorizations'>, memory: Memory | null | undefined) {
  return memory ? (await nameAgents(clients, [memory]))[0] : undefined;
}
