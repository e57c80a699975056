import { optionalPart } from '@svc/chassis/grpc/optional-part';
import type { Clients } from '../run/clients.js';

/** The names of the caller's agents by connection, at most 200; empty if identity does not answer in time. */
export async function connectionNames(
  { agentAuthorizations }: Pick<Clients, 'agentAuthorizations'>,
  connectionIds: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  if (connectionIds.size === 0) return {};
  const named = await optionalPart((quickly) =>
    quickly(() => agentAuthorizations.nameAgentConnections({ connectionIds: [...connectionIds] })),
  );
  return named?.names ?? {};
}
