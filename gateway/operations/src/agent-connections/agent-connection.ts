import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { AgentConnection as Connection } from '@svc/proto/identity/v1/agent_authorization_service';
import { z } from 'zod';
import type { SurfaceContext } from '../operation-context.js';

/** An agent that may act for the user until its token ends. */
export const AgentConnection = z
  .object({
    requestId: Id,
    family: z.enum(['bridge', 'shortener']),
    displayName: z.string(),
    clientUrl: z.string().nullable(),
    actorId: z.string().nullable(),
    channel: z.string().nullable(),
    scopes: z.array(z.string()),
    /** Null until the agent has fetched its token. */
    tokenLastFour: z.string().nullable(),
    approvedAt: Timestamp,
    claimedAt: NullableTimestamp,
    expiresAt: Timestamp,
    /** When the agent made its newest call; null before the first. */
    lastActivityAt: NullableTimestamp,
    /** Path to which a DELETE ends the connection. */
    revokeUrl: z.string(),
    /** Path to which a POST lets its token live longer. */
    renewUrl: z.string(),
  })
  .meta({ id: 'AgentConnection' });

/** A connection as the public API names its fields. */
export function toAgentConnection(
  connection: Connection | null | undefined,
  { apiPath }: Pick<SurfaceContext, 'apiPath'>,
) {
  if (!connection) throw new Error('Identity answered no connection.');
  const { clientUri: clientUrl, ...rest } = connection;
  const url = `${apiPath}/settings/agent-connection/agents/${connection.requestId}`;
  return {
    ...rest,
    clientUrl: clientUrl ?? null,
    actorId: connection.actorId ?? null,
    channel: connection.channel ?? null,
    tokenLastFour: connection.tokenLastFour ?? null,
    revokeUrl: url,
    renewUrl: `${url}/renew`,
  };
}
