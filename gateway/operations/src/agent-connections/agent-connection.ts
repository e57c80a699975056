import { required } from '@svc/chassis/grpc/required';
import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { AgentConnection as Connection } from '@svc/proto/identity/v1/agent_authorization_service';
import { z } from 'zod';
import type { SurfaceContext } from '../run/operation-context.js';

/** An agent that may act for the user until its token expires. */
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
    /** When the agent made its latest call, accurate to five minutes for a short-link agent; null before the first. */
    lastActivityAt: NullableTimestamp,
    /** Path to which a DELETE ends the connection. */
    revokeUrl: z.string(),
    /** Path to which a POST extends its token. */
    renewUrl: z.string(),
  })
  .meta({ id: 'AgentConnection' });

/** Maps a connection to the field names of the public API. */
export function toAgentConnection(
  answered: Connection | null | undefined,
  { apiPath }: Pick<SurfaceContext, 'apiPath'>,
) {
  const connection = required(answered, 'connection');
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
