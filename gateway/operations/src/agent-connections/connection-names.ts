import { AppError } from '@svc/chassis/errors/app-error';
import { optionalPart } from '@svc/chassis/grpc/optional-part';
import type { Clients } from '../run/clients.js';

/** The names of the caller's agents by connection, at most 200; empty if identity does not answer in time, or may not. */
export async function connectionNames(
  { agentAuthorizations }: Pick<Clients, 'agentAuthorizations'>,
  connectionIds: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  if (connectionIds.size === 0) return {};
  try {
    const named = await optionalPart((quickly) =>
      quickly(() => agentAuthorizations.nameAgentConnections({ connectionIds: [...connectionIds] })),
    );
    return named?.names ?? {};
  } catch (error) {
    // An identity service of the previous release refuses agents that only read.
    if (error instanceof AppError && error.kind === 'forbidden') return {};
    throw error;
  }
}
